import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Choice } from '#base/ui/choices/choice.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import type { OwnLevel } from '../../levels/own-level.ts';
import { JoinToRead, PostArticle } from '../reading/post-article.tsx';
import classes from './post-form.module.css';
import { previewOf } from './preview-of.ts';
import type { PostDraft } from './use-post-form.ts';

interface PostPreviewProps {
  readonly draft: PostDraft;
  /** Null: it is not saved. */
  readonly postId: string | null;
  readonly levels: readonly OwnLevel[];
  readonly userName: string;
  readonly currency: string;
}

type View = 'everyone' | 'member';

/** The post as it is written, for everyone and for those who may read it. */
export function PostPreview({ draft, postId, levels, userName, currency }: PostPreviewProps) {
  const { t } = useLingui();
  const [view, setView] = useState<View>('member');
  const { post, content } = previewOf(draft, postId, levels);
  const isRead = view === 'member' || post.audience === 'everyone';
  return (
    <div className={classes.preview}>
      <Panel title={<Trans>Как это увидят</Trans>}>
        <Choice<View>
          label={t`Кто смотрит`}
          value={view}
          onChange={setView}
          options={[
            { value: 'member', content: t`Подписчик` },
            { value: 'everyone', content: t`Все` },
          ]}
        />
        <PostArticle
          post={post}
          content={isRead ? content : null}
          isGuarded
          author={userName}
          top={4}
          locked={<JoinToRead userName={userName} post={post} currency={currency} isMember={false} signIn={null} />}
          heading={<h3 className={classes.title}>{draft.title || t`Новый пост`}</h3>}
        />
      </Panel>
    </div>
  );
}
