import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Buttons that were pressed before the part's code was here, in their order; null: it is here. */
type Presses = RefObject<Set<HTMLButtonElement> | null>;

interface ArrivalProps {
  readonly presses: Presses;
  readonly onHere: () => void;
}

/** Stands in the part, so that it is hydrated with it. */
function Arrival({ presses, onHere }: ArrivalProps) {
  const early = useRef<ReadonlySet<HTMLButtonElement> | null>(null);
  const arrive = useEffectEvent(onHere);
  useLayoutEffect(() => {
    early.current ??= presses.current;
    presses.current = null;
  }, [presses]);
  useEffect(() => {
    for (const button of early.current ?? []) if (button.isConnected) button.click();
    early.current = new Set();
    arrive();
  }, []);
  return null;
}

interface LatePartProps {
  readonly className: string | undefined;
  /** Its code is here. */
  readonly onHere: () => void;
  readonly children: ReactNode;
}

/**
 * A part of a page whose code comes after that of the page. What is pressed in it meanwhile is pressed again once it is here: React drops
 * it, and the early input of the page is over by then.
 */
export function LatePart({ className, onHere, children }: LatePartProps) {
  const place = useRef<HTMLDivElement>(null);
  const presses: Presses = useRef(new Set());
  useEffect(() => {
    const note = (event: Event) => {
      const button = event.target instanceof Element && event.target.closest('button');
      if (presses.current === null || !button || !place.current?.contains(button)) return;
      // A second press takes the first one back.
      if (!presses.current.delete(button)) presses.current.add(button);
      event.stopPropagation();
    };
    // React listens on the document, and lets nothing through to a part that has not come.
    addEventListener('click', note, true);
    return () => removeEventListener('click', note, true);
  }, []);
  return (
    <div ref={place} className={className}>
      <Suspense>
        {children}
        <Arrival presses={presses} onHere={onHere} />
      </Suspense>
    </div>
  );
}
