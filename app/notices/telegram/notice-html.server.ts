import type { NoticeText } from '../words/notice-text.server.ts';

/** Telegram takes at most 4,096 UTF-16 units, which it counts before the text is escaped. */
const mostOfTitle = 1_000;
const mostOfBody = 3_000;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign] ?? '');

function cut(text: string, most: number): string {
  // No half of a pair is left at the end.
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** A message in Telegram's HTML: only its title is bold, and whatever people wrote stays text. */
export function noticeHtml({ title, lines }: NoticeText): string {
  const body = cut(lines.join('\n'), mostOfBody);
  return [`<b>${escaped(cut(title, mostOfTitle))}</b>`, ...(body === '' ? [] : [escaped(body)])].join('\n');
}
