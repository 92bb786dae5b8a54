import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isStaff, useSession } from '../identity/session.ts';
import { StaffNav } from '../moderation/staff-nav.public.tsx';
import { AccountPlace } from './account-place.tsx';
import classes from './admin-frame.module.css';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

const CommandPalette = lazy(() => import('../moderation/command-palette.public.tsx'));

/** Opens with Ctrl+K or ⌘K, by the key's place, whatever the layout. */
function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
}

/** The admin area's own frame: a slim head, the sections at the side, as much room for the tools as there is. */
export function AdminFrame({ children }: { readonly children: ReactNode }) {
  const mayManage = isStaff(useSession());
  return (
    <div className={classes.page}>
      <SkipLink />
      <header className={classes.head}>
        <Logo />
        <div className={classes.tools}>
          {mayManage && <PaletteButton />}
          <div className={classes.scheme}>
            <ColourSchemeSwitch />
          </div>
          <AccountPlace />
        </div>
      </header>
      <div className={classes.body}>
        <div className={classes.side}>{mayManage && <StaffNav />}</div>
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
      </div>
    </div>
  );
}

function PaletteButton() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [open] = useState(() => () => setOpen(true));
  usePaletteKey(open);
  return (
    <>
      <button
        type="button"
        className={classes.find}
        aria-haspopup="dialog"
        aria-label={t`Найти и перейти`}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.findText}>
          <Trans>Найти</Trans>
        </span>
        <kbd className={classes.key}>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
