import { expect, it } from 'vitest';
import { noticeHtml } from './notice-html.server.ts';

it('a message is never longer than Telegram takes, and no letter is cut in two', () => {
  for (const before of ['', 'x']) {
    const text = `${before}${'\u{1f600}'.repeat(3_000)}`;
    const html = noticeHtml({ title: text, lines: [text, text] });
    expect(html.replace(/<\/?b>/g, '').length).toBeLessThanOrEqual(4_096);
    expect(html.isWellFormed()).toBe(true);
  }
});
