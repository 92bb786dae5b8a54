/** The files that the form of a post has uploaded while it is open: by name the address of the file. */
const addresses = new Map<string, string>();

/** Remembers an uploaded file, so that its creator has it before it is saved. */
export function rememberUpload(name: string, file: Blob): void {
  addresses.set(name, URL.createObjectURL(file));
}

export const uploadedHere = (name: string): string | undefined => addresses.get(name);

/** Lets go of uploaded files: from then on the server sends them. */
export function forgetUploads(): void {
  for (const address of addresses.values()) URL.revokeObjectURL(address);
  addresses.clear();
}
