// Runs before the first paint: the theme and language that were chosen, so that nothing flashes.
'use strict';
(() => {
  try {
    const theme = localStorage.getItem('sisku-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    const language = localStorage.getItem('sisku-language');
    if (language) document.documentElement.lang = language;
  } catch {
    // Without storage the system's choice holds.
  }
})();
