import { useState } from 'react';

/** The id of what was made here just now, which the list then says of it; another page of the list forgets it. `skip`: before the shown page. */
export function useJustMade(skip: number) {
  const [madeId, setMadeId] = useState<string | null>(null);
  if (madeId !== null && skip > 0) setMadeId(null);
  return [madeId, setMadeId] as const;
}
