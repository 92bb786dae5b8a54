import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Outlet, useNavigate, useNavigation } from 'react-router';
import { useLostFocus } from '#base/ui/page/lost-focus.ts';
import { WaitingView } from '../screens/waiting-view.tsx';
import { session, useSession } from '../session.ts';

/** Makes the first view of a page wait for the guard (guards.ts): the server renders only the fallback. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useLingui();
  return <WaitingView title={t`Личный кабинет`} />;
}

/** Layout of the signed-in screens. When the session ends, in any tab, it redirects to home (docs/rules.md#sessions). */
export default function SignedInLayout() {
  useLostFocus();
  const { t } = useLingui();
  const state = useSession();
  const navigate = useNavigate();
  const isOver = state.status === 'guest';
  const isLeaving = useNavigation().state !== 'idle';

  useEffect(() => {
    // During a navigation the guard decides the target (guards.ts).
    if (isOver && !isLeaving) void navigate('/', { replace: true });
  }, [isOver, isLeaving, navigate]);

  useEffect(() => {
    // A page restored from the back/forward cache may have missed a logout.
    const ask = ({ persisted }: PageTransitionEvent) => {
      if (persisted) session.load(true).catch(() => undefined);
    };
    window.addEventListener('pageshow', ask);
    return () => window.removeEventListener('pageshow', ask);
  }, []);

  return isOver ? <WaitingView title={t`Личный кабинет`} /> : <Outlet />;
}
