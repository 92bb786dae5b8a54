import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useNonce } from '#app/document/document-context.ts';
import { Look } from '#base/ui/look.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { LateErrorView } from './late-error.tsx';
import { MainFrame } from './main-frame.tsx';

/** The door of the admin area stands on the site; behind it there is a frame for tools. */
function Frame({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const isDoor = pathname.replace(/\/+$/, '') === '/admin';
  return isDoor ? <MainFrame>{children}</MainFrame> : <AdminFrame>{children}</AdminFrame>;
}

/** The tools of moderators and admins. */
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
