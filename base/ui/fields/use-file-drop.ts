import { type DragEvent, useEffect, useState } from 'react';

/** A browser opens a file that is dropped on a page instead of the page, and what was typed there is lost. */
function refuseFile(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Files that are dropped on a place; beside it nothing happens to them. `isOver`: something is held above it; `place`: its handlers. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    addEventListener('dragover', refuseFile);
    addEventListener('drop', refuseFile);
    return () => {
      removeEventListener('dragover', refuseFile);
      removeEventListener('drop', refuseFile);
    };
  }, []);
  const place = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) onFiles(files);
    },
  };
  return { isOver, place };
}
