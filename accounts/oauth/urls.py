"""Paths of OAuth, below `/oauth/`."""

from django.urls import path

from accounts.oauth.views import authorize, device, endpoints, let_in, people

urlpatterns = [
    path("authorize", authorize.AuthorizeView.as_view()),
    path("token", endpoints.TokenView.as_view()),
    path("revoke", endpoints.RevokeView.as_view()),
    path("introspect", endpoints.IntrospectView.as_view()),
    path("device-authorization", endpoints.DeviceCodeView.as_view()),
    path("device", device.DeviceView.as_view()),
    path("apps", let_in.LetInView.as_view()),
    path("log-in", people.LogInView.as_view()),
    path("log-out", people.LogOutView.as_view()),
]
