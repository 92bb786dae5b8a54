import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, use, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '#app/call.ts';
import { isStaffSession, type SessionUser, session, useSession } from '#app/identity/session.ts';
import { IkatAvatar } from '#app/images/ikat.tsx';
import { pictureAddress } from '#app/images/picture-address.ts';
import { Private } from '#base/ui/on-stream/private.tsx';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import classes from './account.module.css';
import { LanguageSwitch } from './language-switch.tsx';

// Only for those who open the menu, which is complete without it.
const WaitingInMenu = lazy(() => import('./waiting-in-menu.tsx').catch(() => ({ default: () => null })));

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
  return state.status === 'user' ? <AccountMenu user={state.user} isStaff={isStaffSession(state)} /> : null;
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

const pictures = new Map<string, Promise<string | null>>();

/** The name of the picture that a user has chosen for himself; null: none, or it could not be read. */
async function pictureOf(): Promise<string | null> {
  const profile = await call('GET PersonalAccount/Get', {}).catch(() => null);
  return profile?.fields.find(({ name }) => name === 'Avatar')?.value || null;
}

function Face({ user: { id, userName, name } }: { readonly user: SessionUser }) {
  const asked = pictures.get(id) ?? pictureOf();
  pictures.set(id, asked);
  const picture = use(asked);
  if (picture === null) return <IkatAvatar userName={userName} name={name} size={36} />;
  return <img src={pictureAddress(picture, 128)} alt="" width={36} height={36} />;
}

function AccountMenu({ user, isStaff: mayManage }: { readonly user: SessionUser; readonly isStaff: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const { isOpen, setOpen, box, button } = useDisclosure();
  const { userName, name, phone } = user;
  const shown = name ?? userName;
  return (
    <div ref={box} className={classes.box}>
      <button
        ref={button}
        type="button"
        className={classes.face}
        aria-label={t`Моё меню: ${shown}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Suspense fallback={<IkatAvatar userName={userName} name={name} size={36} />}>
          <Face user={user} />
        </Suspense>
      </button>
      <div id={id} className={classes.menu} hidden={!isOpen}>
        <div className={`${classes.who} ${unrecorded}`}>
          <b>{shown}</b>
          <span>
            <Private>+{phone}</Private>
          </span>
        </div>
        <nav aria-label={t`Моё меню`} className={classes.links}>
          <Link to="/profile">
            <Trans>Кабинет</Trans>
          </Link>
          <Link to="/orders">
            <Trans>Мои заказы</Trans>
          </Link>
          <Link to="/memberships">
            <Trans>Моя поддержка</Trans>
          </Link>
          {mayManage && (
            <Link to="/admin/blogers">
              <Trans>Управление</Trans>
            </Link>
          )}
        </nav>
        <LanguageSwitch />
        <button type="button" className={classes.leave} onClick={() => void session.leave()}>
          <Trans>Выйти</Trans>
        </button>
        {isOpen && (
          <Suspense>
            <WaitingInMenu userName={userName} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
