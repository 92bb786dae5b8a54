import type { Page } from '@playwright/test';

/**
 * Translates the page as Chromium's translator does, into the same words: each text is replaced by two `font` elements, and so is each that
 * comes later. `early`: before the page's scripts have run.
 */
export async function translate(page: Page, when: 'early' | 'alive'): Promise<void> {
  await page.addInitScript((isEarly) => {
    const wrap = (text: Text) => {
      const { parentElement, data } = text;
      if (!parentElement?.closest('body') || parentElement.closest('font, script, style, textarea') || !data.trim())
        return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = data;
      outer.append(inner);
      parentElement.replaceChild(outer, text);
    };
    const wrapAll = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) if (node instanceof Text) found.push(node);
      if (root instanceof Text) found.push(root);
      for (const text of found) wrap(text);
    };
    const begin = () => {
      if (!isEarly && 'earlyInput' in window) {
        setTimeout(begin, 20);
        return;
      }
      document.documentElement.classList.add('translated-ltr');
      wrapAll(document.body);
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          for (const node of addedNodes) wrapAll(node);
          if (target instanceof Text) wrap(target);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    };
    // Modules run between the two.
    if (isEarly) document.addEventListener('readystatechange', begin, { once: true });
    else document.addEventListener('DOMContentLoaded', begin);
  }, when === 'early');
}
