import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isStaffSession, useSession } from '#app/identity/session.ts';
import { StaffNav } from '#app/staff/staff-nav.tsx';
import { bring } from '#base/pages/bring.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { AccountPlace } from '../menu/account-place.tsx';
import { ColourSchemeSwitch } from '../menu/colour-scheme-switch.tsx';
import classes from './admin-frame.module.css';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

const CommandPalette = lazy(() => bring(() => import('#app/staff/command-palette.tsx')));

/** Opens with Ctrl+K or ⌘K by the position of the key, in any keyboard layout. */
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

/** The frame of the admin area: a slim header and the sections at the side. */
export function AdminFrame({ children }: { readonly children: ReactNode }) {
  const mayManage = isStaffSession(useSession());
  return (
    <div className={classes.page}>
      <SkipLink />
      <Row as="header" className={classes.head} gap={16} align="center" justify="between" nowrap>
        <Logo />
        {/* Only those who are logged in see it, so that the place of their picture is kept. */}
        <Row className={classes.tools} gap={12} align="center" nowrap data-session>
          {mayManage && <PaletteButton />}
          <div className={classes.scheme}>
            <ColourSchemeSwitch />
          </div>
          <AccountPlace />
        </Row>
      </Row>
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
        aria-keyshortcuts="Control+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.findText}>
          <Trans>Найти</Trans>
        </span>
        <kbd className={classes.key} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
