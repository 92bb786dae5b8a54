import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import classes from './choice.module.css';
import { ChoiceRows } from './choice-rows.tsx';

/** After the way back the focus goes with the view: on the link of the one that was left, it would be on another than is shown. */
function useFocusOfView() {
  const nav = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    if (!isBack || !nav.current?.contains(document.activeElement)) return;
    nav.current.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [key, isBack]);
  return nav;
}

interface ChoiceLinksProps {
  readonly label: string;
  readonly children: ReactNode;
  /** On a phone, too, they stand in one line: its place lets it scroll. */
  readonly inOneLine?: boolean;
}

/** The views of a screen, each a link: the shown one has `aria-current`. They look like a `Choice`. */
export function ChoiceLinks({ label, children, inOneLine = false }: ChoiceLinksProps) {
  const nav = useFocusOfView();
  const links = (
    <nav ref={nav} className={classes.choice} aria-label={label}>
      {children}
    </nav>
  );
  return inOneLine ? links : <ChoiceRows>{links}</ChoiceRows>;
}
