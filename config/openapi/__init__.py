"""The OpenAPI document, made from the code that answers.

drf-spectacular walks the routes and reads inputs; `schema` adds what a view says of its methods,
`components` the shapes of answers, `rulesets` and `events` what each registered ruleset says of its
games. So a new route, code, ruleset or event appears without an edit here.
"""
