import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Outlet, useNavigate, useNavigation } from 'react-router';
import { session, useSession } from './session.ts';
import { WaitingView } from './waiting-view.tsx';

/** Makes the first view of a page wait for the guard, too (guards.ts): the server renders only the fallback. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useLingui();
  return <WaitingView title={t`Личный кабинет`} />;
}

/** The screens of those who are logged in. When the session ends, in whichever tab, they are left for home (specification, point 4). */
export default function SignedInLayout() {
  const { t } = useLingui();
  const state = useSession();
  const navigate = useNavigate();
  const isOver = state.status === 'guest';
  const isLeaving = useNavigation().state !== 'idle';

  useEffect(() => {
    // On the way to another view the guard says where that is (guards.ts).
    if (isOver && !isLeaving) void navigate('/', { replace: true });
  }, [isOver, isLeaving, navigate]);

  useEffect(() => {
    // A page that the browser kept aside may have slept through a logout.
    const ask = ({ persisted }: PageTransitionEvent) => {
      if (persisted) session.load(true).catch(() => undefined);
    };
    window.addEventListener('pageshow', ask);
    return () => window.removeEventListener('pageshow', ask);
  }, []);

  return isOver ? <WaitingView title={t`Личный кабинет`} /> : <Outlet />;
}
