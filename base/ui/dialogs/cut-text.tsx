import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { TextButton } from '../page/text-button.tsx';
import classes from './cut-text.module.css';

const Dialog = lazy(() => bring(async () => ({ default: (await import('./dialog.tsx')).Dialog })));

interface CutTextProps {
  readonly children: string;
  /** Its style may cut the text after some lines. */
  readonly className: string | undefined;
  /** Whose text it is, as the heading of the dialog that shows it whole. */
  readonly title: ReactNode;
}

/** A text that is cut where there is little room, with a button that shows the whole of it if it is. */
export function CutText({ children, className, title }: CutTextProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const { current } = text;
    if (current === null) return;
    const sizes = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight + 1));
    sizes.observe(current);
    return () => sizes.disconnect();
  }, []);
  return (
    <>
      <p ref={text} className={className}>
        {children}
      </p>
      {isCut && (
        <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Trans>Показать целиком</Trans>
        </TextButton>
      )}
      {isOpen && (
        <Suspense>
          <Dialog title={title} onClose={() => setOpen(false)}>
            <p className={classes.whole}>{children}</p>
          </Dialog>
        </Suspense>
      )}
    </>
  );
}
