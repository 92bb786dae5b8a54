/** Puts `inside` between the two comments `<!-- name -->` and `<!-- /name -->` of a document. Throws where they are missing. */
export function between(text: string, name: string, inside: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = text.indexOf(open);
  const end = text.indexOf(close);
  if (start === -1 || end < start) throw new Error(`the document has no place between ${open} and ${close}`);
  return `${text.slice(0, start + open.length)}\n\n${inside}\n\n${text.slice(end)}`;
}
