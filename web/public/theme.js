// Before anything is painted: the theme chosen last time.
try {
  const theme = localStorage.getItem("sandtable.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
