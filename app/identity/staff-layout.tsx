import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { isStaff, useSession } from './session.ts';
import { WaitingView } from './waiting-view.tsx';

/** Makes the first view of a page wait for the guard, too (guards.ts): the server renders only the fallback. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useLingui();
  return <WaitingView title={t`Управление`} />;
}

/** The admin area behind its login. Whoever loses the right, in whichever tab, stands at the login again. */
export default function StaffLayout() {
  const { t } = useLingui();
  const state = useSession();
  const navigate = useNavigate();
  const isOver = state.status === 'guest' || (state.status === 'user' && !isStaff(state));

  useEffect(() => {
    if (isOver) void navigate('/admin', { replace: true });
  }, [isOver, navigate]);

  return isOver ? <WaitingView title={t`Управление`} /> : <Outlet />;
}
