import type { Page } from '@playwright/test';

/** The sum of all that moved by itself, and what it was. The last press is then so long ago that nothing is forgiven for it. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string }>((resolve) => {
        let sum = 0;
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = Object.assign({ value: 0, hadRecentInput: false }, entry.toJSON());
            if (hadRecentInput) continue;
            sum += value;
            const sources: readonly { readonly node: Node | null }[] = Reflect.get(entry, 'sources');
            moved.push(
              ...sources.map(({ node }) => (node instanceof Element ? node.className : (node?.nodeName ?? ''))),
            );
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve({ sum, moved: moved.join(', ') }), 600);
      }),
  );

/** Scrolls through the whole page, faster than a person would. */
export const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    const { scrollHeight } = document.documentElement;
    for (let top = 0; top < scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
