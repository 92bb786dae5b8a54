import type { ReactNode } from 'react';
import { WonInMenu } from '#app/draws/won-in-menu.tsx';
import { WonPiecesInMenu } from '#app/gifts/won-pieces-in-menu.tsx';
import { InvitedInMenu } from '#app/joint/invited-in-menu.tsx';

/** What waits for the user, in the menu, which is complete without it. */
export default function WaitingInMenu({ userName }: { readonly userName: string }): ReactNode {
  return (
    <>
      <WonInMenu />
      <WonPiecesInMenu />
      <InvitedInMenu own={userName} />
    </>
  );
}
