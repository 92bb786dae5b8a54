import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useNonce } from '#base/pages/document-context.ts';
import { Look } from '#base/ui/theme/look.tsx';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { MainFrame } from '../frame/main-frame.tsx';
import { LateErrorView } from '../late-error.tsx';

/** The login has the frame of the site; the screens behind it have the frame of the admin area. */
function Frame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const isDoor = pathname.replace(/\/+$/, '') === '/admin';
  return isDoor ? <MainFrame>{children}</MainFrame> : <AdminFrame>{children}</AdminFrame>;
}

/** The screens of moderators and admins. */
export default function AdminLayout() {
  const nonce = useNonce();
  return (
    <Frame>
      <Look nonce={nonce}>
        <Outlet />
      </Look>
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
