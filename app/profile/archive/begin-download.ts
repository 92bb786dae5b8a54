/** Lets the browser download an address by itself: nothing of the file is in the page's memory, and the page may be closed. */
export function beginDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
