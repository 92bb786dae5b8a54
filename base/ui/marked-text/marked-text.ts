/** A part of a line: plain, bold, or a link. */
export interface Span {
  readonly text: string;
  readonly isBold?: boolean;
  /** Of this site (`/…`), https, http, mail or phone. */
  readonly to?: string;
}

type Line = readonly Span[];

/** A heading of the second or third level, a paragraph or a list. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly line: Line }
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly lines: readonly Line[] };

/** Browsers read `/\` as `//`, which leads to another site. */
const safeAddress = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))\S*$/i;

/** Text in brackets holds no bracket, so that a text of opening brackets is read in linear time. */
const marks = /\*\*(.+?)\*\*|\[([^[\]]+)\]\(([^()\s]+)\)/g;

function spansOf(line: string): Line {
  const spans: Span[] = [];
  let from = 0;
  for (const { 0: whole, 1: bold, 2: text = '', 3: to = '', index } of line.matchAll(marks)) {
    if (index > from) spans.push({ text: line.slice(from, index) });
    if (bold !== undefined) spans.push({ text: bold, isBold: true });
    else spans.push(safeAddress.test(to) ? { text, to } : { text });
    from = index + whole.length;
  }
  if (from < line.length) spans.push({ text: line.slice(from) });
  return spans;
}

/** What lines of one kind make together. */
function blockOf(kind: string, lines: readonly string[]): Block {
  if (kind === '- ') return { kind: 'list', lines: lines.map((line) => spansOf(line.slice(2))) };
  const line = spansOf(lines.map((one) => one.slice(kind.length).trim()).join(' '));
  return kind === '' ? { kind: 'paragraph', line } : { kind: 'heading', level: kind === '## ' ? 2 : 3, line };
}

/**
 * Reads a text with simple marks: `## ` and `### ` begin a heading, `- ` an item of a list, an empty line ends a paragraph; `**bold**` and
 * `[text](address)`. Anything else, HTML too, is plain text; so is a link to an address that is not safe.
 */
export function readMarkedText(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { kind: string; lines: string[] } | undefined;
  const close = () => {
    if (open !== undefined) blocks.push(blockOf(open.kind, open.lines));
    open = undefined;
  };
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const kind = /^(?:#{2,3} |- )/.exec(line)?.[0] ?? '';
    if (line === '' || kind !== open?.kind || kind.startsWith('#')) close();
    if (line === '') continue;
    if (open === undefined) open = { kind, lines: [] };
    open.lines.push(line);
  }
  close();
  return blocks;
}
