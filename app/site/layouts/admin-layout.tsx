import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { MainFrame } from '../frame/main-frame.tsx';
import { LateErrorView } from '../late-error.tsx';

/** The login has the frame of the site; the screens behind it have the frame of the admin area. */
function Frame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const isLogin = pathname.replace(/\/+$/, '') === '/admin';
  return isLogin ? <MainFrame>{children}</MainFrame> : <AdminFrame>{children}</AdminFrame>;
}

/** The screens of moderators and admins. */
export default function AdminLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <LateErrorView error={error} />
    </Frame>
  );
}
