import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import records from '#base/ui/lists/records.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import { MembersNav } from '../../members/members-nav.tsx';
import { useAudienceText } from '../reading/use-audience-text.ts';
import type { Route } from './+types/own-posts-screen';
import classes from './post-form.module.css';

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  return call('GET Post/Own', { query: { After: placeInAddress(searchParams) } }, { signal });
}

/** The creator's posts, drafts too. */
export default function OwnPosts({ loaderData: { items, next } }: Route.ComponentProps) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const audienceText = useAudienceText();
  const write = (
    <LinkButton to="/profile/members/posts/new">
      <Trans>Написать пост</Trans>
    </LinkButton>
  );
  return (
    <>
      <PageHead title={t`Посты`} noIndex />
      <PageTitle>
        <Trans>Посты</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        <MembersNav />
        {items.length === 0 ? (
          <EmptyState title={<Trans>Постов пока нет</Trans>} action={write}>
            <Trans>
              Пишите для всех, для подписчиков или для тех, кто на дорогих уровнях. Черновик видите только вы.
            </Trans>
          </EmptyState>
        ) : (
          <>
            <div>{write}</div>
            <Stack as="ul" className={records.records} gap={12} aria-label={t`Посты`}>
              {items.map(({ id, title, audience, levelName, publishedAt, isRemoved }) => (
                <Stack key={id} as="li" className={classes.listed} gap={8} card fit>
                  <Link to={`/profile/members/posts/${id}`}>{title}</Link>
                  <Row gap={12} rowGap={4} size={14} align="center" dim>
                    {publishedAt === null ? (
                      <Tag>
                        <Trans>Черновик</Trans>
                      </Tag>
                    ) : (
                      <time dateTime={publishedAt}>{momentText(publishedAt)}</time>
                    )}
                    <span>{audienceText(audience, levelName)}</span>
                    {isRemoved && (
                      <Tag>
                        <Trans>Убрано модератором</Trans>
                      </Tag>
                    )}
                  </Row>
                </Stack>
              ))}
            </Stack>
          </>
        )}
        <KeysetPages next={next} />
      </Stack>
    </>
  );
}
