function placeOf(text: string, name: string): [start: number, end: number] {
  const open = `<!-- ${name} -->`;
  const close = `<!-- /${name} -->`;
  const start = text.indexOf(open) + open.length;
  const end = text.indexOf(close);
  if (!text.includes(open) || end < start) throw new Error(`the document has no place between ${open} and ${close}`);
  return [start, end];
}

/** The text between the comments `<!-- name -->` and `<!-- /name -->` of a document. Throws if they are missing. */
export function inside(text: string, name: string): string {
  return text.slice(...placeOf(text, name)).trim();
}

/** Replaces the text between the comments `<!-- name -->` and `<!-- /name -->` of a document. Throws if they are missing. */
export function between(text: string, name: string, replacement: string): string {
  const [start, end] = placeOf(text, name);
  return `${text.slice(0, start)}\n\n${replacement}\n\n${text.slice(end)}`;
}
