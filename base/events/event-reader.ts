/** One server-sent event; `data` is parsed JSON. */
export interface ReadEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id: string | null;
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function readBlock(block: string): ReadEvent | null {
  const lines: string[] = [];
  let event = 'message';
  let id: string | null = null;
  for (const line of block.split('\n')) {
    const split = line.indexOf(':');
    if (split === 0) continue;
    const name = split === -1 ? line : line.slice(0, split);
    const value = split === -1 ? '' : line.slice(split + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') lines.push(value);
    if (name === 'id') id = value;
  }
  const data = lines.length === 0 ? null : parse(lines.join('\n'));
  return data && { event, data: data.value, id };
}

/** Parses server-sent events from chunks of text. Events without JSON data are skipped. */
export function createEventReader(receive: (event: ReadEvent) => void): { push(text: string): void } {
  let rest = '';
  return {
    push(text) {
      const blocks = (rest + text).replaceAll('\r', '').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block);
        if (event !== null) receive(event);
      }
    },
  };
}
