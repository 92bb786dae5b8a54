import { useState } from 'react';

/** Counts the files that are on their way: pictures and audio may be at once. */
export function useUploads() {
  const [count, setCount] = useState(0);
  return {
    isUploading: count > 0,
    async whileUploading(upload: () => Promise<unknown>): Promise<void> {
      setCount((now) => now + 1);
      await upload();
      setCount((now) => now - 1);
    },
  };
}
