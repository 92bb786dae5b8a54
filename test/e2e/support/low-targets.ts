import type { Page } from '@playwright/test';

/** The least height of what a finger presses, in CSS pixels. */
const least = 44;

/**
 * What can be pressed on the page and is too low for a finger, each with its height, and what lies over the words of another one. Links inside running text are as high as the text (WCAG 2.5.8).
 */
export function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate((height) => {
    const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
    const isInText = (one: HTMLElement) => {
      if (getComputedStyle(one).display !== 'inline') return false;
      const around = [...(one.parentElement?.childNodes ?? [])].filter((node) => node !== one);
      return around.some((node) => node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]{2}/u.test(node.textContent ?? ''));
    };
    const isSeen = (one: HTMLElement) => {
      const { width, height: own } = one.getBoundingClientRect();
      return one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && own > 1;
    };
    // A label is pressed as its field is, and what lies over a card as its link is.
    const heightOf = (one: HTMLElement) => {
      const label = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [];
      const own = [one, ...label].map((part) => part.getBoundingClientRect().height);
      const over = ['::before', '::after'].map((part) => getComputedStyle(one, part));
      const laid = over.filter(({ content, position }) => content !== 'none' && position === 'absolute');
      return Math.max(...own, ...laid.map((style) => Number.parseFloat(style.height) || 0));
    };
    // The buttons of a map are its maker's.
    const pressed = [...targets].filter(
      (one) => isSeen(one) && !isInText(one) && !one.closest('[inert], .maplibregl-map'),
    );
    const nameOf = (one: HTMLElement) =>
      `${one.localName}.${one.className} «${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}»`;
    /** The line of its words: what grows around it may lie below something else, the words themselves may not. */
    const wordsOf = (one: HTMLElement) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getClientRects()[0] ?? one.getBoundingClientRect();
    };
    /** What is fixed lies over all that scrolls below it, and what a list cuts off lies nowhere. */
    const isLoose = (part: Element | null): boolean => {
      if (part === null || part === document.documentElement) return false;
      const { position, overflowY } = getComputedStyle(part);
      return /fixed|sticky/.test(position) || /auto|scroll/.test(overflowY) || isLoose(part.parentElement);
    };
    const isOver = (other: HTMLElement, one: HTMLElement) => {
      if (!(one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING)) return false;
      if (isLoose(one) || isLoose(other)) return false;
      const words = wordsOf(one);
      const over = other.getBoundingClientRect();
      const middle = (words.left + words.right) / 2;
      return over.left < middle && middle < over.right && over.top < words.bottom - 4 && words.bottom < over.bottom;
    };
    const low = pressed.filter((one) => heightOf(one) < height - 0.5);
    return [
      ...low.map((one) => `${heightOf(one).toFixed(0)} px: ${nameOf(one)} in ${one.parentElement?.className ?? ''}`),
      ...pressed.flatMap((one) =>
        pressed.filter((other) => isOver(other, one)).map((other) => `${nameOf(other)} lies over ${nameOf(one)}`),
      ),
    ];
  }, least);
}
