import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { MembersNav } from '../../members/members-nav.tsx';
import type { Route } from './+types/post-form-screen';
import { PostForm } from './post-form.tsx';

async function loadPost(named: string, signal: AbortSignal) {
  if (named === 'new') return null;
  return orNotFound(call('GET Post/Edit', { query: { postId: idInAddress(named) } }, { signal }));
}

export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const [post, levels, { userName }, { country }] = await Promise.all([
    loadPost(params.postId, signal),
    call('GET Membership/OwnLevels', {}, { signal }),
    call('GET PersonalAccount/Get', {}, { signal }),
    call('GET Config', {}, { signal }),
    // The player of an upload: it comes before anything is typed, since a part that fails to come later needs a reload.
    bring(() => import('../reading/attended-audio.tsx')),
  ]);
  return { post, choices: { levels, userName, currency: country.currencyLabel } };
}

/** A post that its creator writes, changes, publishes or deletes. */
export default function PostFormScreen({ loaderData: { post, choices } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={post === null ? t`Новый пост` : t`Пост`} noIndex />
      <PageTitle>{post === null ? <Trans>Новый пост</Trans> : <Trans>Пост</Trans>}</PageTitle>
      <Stack gap={20} fit>
        <MembersNav />
        <div>
          <PostForm key={post?.id} post={post} {...choices} />
        </div>
      </Stack>
    </>
  );
}
