import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { useLostFocus } from '#base/ui/page/lost-focus.ts';
import { WaitingView } from '../screens/waiting-view.tsx';
import { isStaffSession, useSession } from '../session.ts';

/** Makes the first view of a page wait for the guard (guards.ts): the server renders only the fallback. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useLingui();
  return <WaitingView title={t`Управление`} />;
}

/** Layout of the admin area. A user who loses the right, in any tab, is redirected to the staff login. */
export default function StaffLayout() {
  useLostFocus();
  const { t } = useLingui();
  const state = useSession();
  const navigate = useNavigate();
  const isOver = state.status === 'guest' || (state.status === 'user' && !isStaffSession(state));

  useEffect(() => {
    if (isOver) void navigate('/admin', { replace: true });
  }, [isOver, navigate]);

  return isOver ? <WaitingView title={t`Управление`} /> : <Outlet />;
}
