/** Saves a file through the browser under the given name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun; this frees the memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
