import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isStaff, type SessionUser, session, useSession } from '#app/identity/session.ts';
import { IkatAvatar } from '#app/images/ikat.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import classes from './account.module.css';

interface AccountProps {
  /** The session has ended, here or in another tab. */
  readonly onGone: () => void;
}

/** The menu of the logged-in user in the header. */
export default function Account({ onGone }: AccountProps) {
  const state = useSession();
  const isGone = state.status === 'guest';
  const reportGone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) reportGone();
  }, [isGone]);
  return state.status === 'user' ? <AccountMenu user={state.user} isStaff={isStaff(state)} /> : null;
}

/** Closes on Escape, on a press outside and when the focus leaves. */
function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key: view } = useLocation();
  const [lastView, setLastView] = useState(view);
  if (lastView !== view) {
    setLastView(view);
    setOpen(false);
  }
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    const type = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('focusin', press);
    document.addEventListener('keydown', type);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('focusin', press);
      document.removeEventListener('keydown', type);
    };
  }, [isOpen]);
  return { isOpen, setOpen, box, button };
}

function AccountMenu({ user, isStaff: mayManage }: { readonly user: SessionUser; readonly isStaff: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const { isOpen, setOpen, box, button } = useDisclosure();
  const { userName, phone } = user;
  return (
    <div ref={box} className={classes.box}>
      <button
        ref={button}
        type="button"
        className={classes.face}
        aria-label={t`Моё меню: ${userName}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IkatAvatar userName={userName} size={36} />
      </button>
      <div id={id} className={classes.menu} hidden={!isOpen}>
        <div className={`${classes.who} ${unrecorded}`}>
          <b>{userName}</b>
          <span>
            <Private>+{phone}</Private>
          </span>
        </div>
        <nav aria-label={t`Моё меню`} className={classes.links}>
          <Link to="/profile">
            <Trans>Профиль</Trans>
          </Link>
          <Link to="/orders">
            <Trans>Мои заказы</Trans>
          </Link>
          {mayManage && (
            <Link to="/admin/blogers">
              <Trans>Управление</Trans>
            </Link>
          )}
        </nav>
        <button type="button" className={classes.leave} onClick={() => void session.leave()}>
          <Trans>Выйти</Trans>
        </button>
      </div>
    </div>
  );
}
