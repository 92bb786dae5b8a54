import { useState } from 'react';

/** Copies texts to the clipboard. `outcome`: of the last copy, null before the first. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  async function copy(text: string) {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? 'copied' : 'refused');
  }
  return { outcome, copy };
}
