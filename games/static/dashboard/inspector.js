// Arrow keys, Home and End step through a game, but for whoever is writing.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  document.querySelector(`a[data-key="${event.key}"]`)?.click();
});
