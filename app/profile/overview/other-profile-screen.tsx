import { Trans } from '@lingui/react/macro';
import { replace } from 'react-router';
import { call } from '#app/call.ts';
import type { User } from '#app/creators/creators.calls.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { session } from '#app/identity/session.ts';
import { orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { ProfilePreview } from '../edit/profile-preview.tsx';
import type { ProfileDraft } from '../profile-draft.ts';
import type { Route } from './+types/other-profile-screen';

export async function clientLoader({ params: { userName }, request }: Route.ClientLoaderArgs) {
  const { signal } = request;
  const user = await orNotFound(call('GET User/GetByName', { query: { userName } }, { signal }));
  const state = await session.load();
  if (state.status === 'user' && state.user.id === user.userId) throw replace('/profile');
  return user;
}

/** Converts a public creator for the preview. */
function draftOfUser(user: User): ProfileDraft {
  return {
    userName: user.userName,
    givenName: user.givenName ?? '',
    surName: user.surName ?? '',
    patronymic: user.patronymic ?? '',
    fields: {
      UserType: JSON.stringify(user.userType),
      HideFullName: String(user.hideFullName),
      Banner: user.banner ?? '',
      Pattern: String(user.pattern ?? ''),
      Avatar: user.avatar ?? '',
      About: user.about ?? '',
      InsLink: user.insLink ?? '',
      TgLink: user.tgLink ?? '',
      FbLink: user.fbLink ?? '',
      YoutubeLink: user.youtubeLink ?? '',
      TwitchLink: user.twitchLink ?? '',
      TwitterLink: user.twitterLink ?? '',
      WebLink: user.webLink ?? '',
    },
  };
}

/** The profile of another user: his confirmed values and a link to his page (docs/rules.md#screens). */
export default function OtherProfile({ loaderData: user }: Route.ComponentProps) {
  const displayName = displayNameOf(user);
  return (
    <PageFrame narrow>
      <PageHead title={displayName} noIndex canonical={`/${user.userName}`} />
      <PageTitle>{displayName}</PageTitle>
      <Stack gap={14}>
        <ProfilePreview draft={draftOfUser(user)} />
        <LinkButton to={`/${user.userName}`}>
          <Trans>Поддержать</Trans>
        </LinkButton>
      </Stack>
    </PageFrame>
  );
}
