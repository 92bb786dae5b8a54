/** Gives the person a file that the page has got: the browser's own saving, under the given name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The saving has begun with the click; what is left is memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
