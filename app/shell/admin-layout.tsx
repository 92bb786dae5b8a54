import { Outlet } from 'react-router';
import { useNonce } from '#app/document/document-context.ts';
import { Look } from '#base/ui/look.tsx';
import { LateErrorView } from './late-error.tsx';
import { MainFrame } from './main-frame.tsx';

/** The tools of moderators and admins. */
export default function AdminLayout() {
  const nonce = useNonce();
  return (
    <MainFrame>
      <Look nonce={nonce}>
        <Outlet />
      </Look>
    </MainFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <LateErrorView error={error} />
    </MainFrame>
  );
}
