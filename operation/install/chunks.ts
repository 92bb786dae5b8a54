import { modulesOf } from './chunk-files.ts';

/** What many pages share, in few chunks: each small one costs a request and compresses badly. Widgets do without `site`. */
export const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//, priority: 30 },
    {
      name: 'texts',
      test: modulesOf(['app/i18n', 'base/ui/texts/trans'], /node_modules\/@lingui\/|vite\/preload-helper/),
      priority: 20,
    },
    {
      // What widgets and the site share: in a chunk of its own, or every widget would load the site for it.
      name: 'light',
      test: modulesOf([
        'app/images/ikat-pattern',
        'app/images/picture-address',
        'app/images/image-choices',
        'base/calls/errors',
        'base/calls/call-client',
        'base/money/money',
        'base/text/percent-text',
        'base/ui/page/use-names',
        'base/ui/page/use-percent-text',
        'base/ui/page/use-sum-text',
      ]),
      priority: 15,
    },
    {
      // Live pages, in the site and among the widgets; no public page loads it.
      name: 'live',
      test: modulesOf(['base/events/live-client', 'base/events/live-peers', 'base/events/event-reader']),
      priority: 15,
    },
    {
      name: 'site',
      test: modulesOf(
        [
          'app/root',
          'app/call',
          'app/images/ikat',
          'app/site/frame/footer',
          'app/site/frame/header',
          'app/site/frame/logo',
          'app/site/frame/main-frame',
          'app/site/frame/skip-link',
          'app/site/menu/colour-scheme-switch',
          'app/site/menu/language-switch',
          'app/site/menu/search-field',
          'app/site/layouts/main-layout',
          'app/site/view-transition',
          // Small, and asked for by every page: what they load comes late.
          'app/notices/telegram-window',
          'app/notices/telegram-window-key',
          'base/ui/page/open-outside',
          'app/site/restore-language',
          'app/site/late-error',
          'app/site/late-failure-translator',
          'base/pages/analytics-settings',
          'base/pages/document-context',
          'base/pages/hydrated',
          'base/pages/not-found',
          'base/pages/page-head',
          'base/ui/on-stream/on-stream',
          'base/ui/on-stream/private',
          'base/ui/failures/failure-text',
          'base/ui/choices/choice',
          // Among modules that load others late: elsewhere the list of what it loads would be one more.
          'base/ui/fields/send-form',
          'base/ui/fields/sent-form',
        ],
        /node_modules\/react-router\//,
      ),
      priority: 10,
    },
    {
      name: 'parts',
      test: modulesOf(
        [
          'base/ui/page/page-frame',
          'base/ui/page/link-button',
          'base/ui/page/kept-focus',
          'base/ui/page/icon-button',
          'base/ui/page/empty-state',
          'base/ui/page/error-notice',
          'base/ui/page/skeleton',
          'base/ui/page/sum',
          'base/ui/page/use-action',
          'base/ui/share/share-button',
          'base/ui/fields/field',
          'base/ui/fields/take-focus',
          'base/text/form-rules',
          'app/images/picture',
          'app/images/verified-mark',
          'app/creators/public-user',
          'app/creators/picture-url',
          'app/images/creator-face',
          'app/creators/type-names',
          'app/creators/creator-types',
          'app/creators/social-links',
        ],
        /Icon(Check|Share2|RosetteDiscountCheckFilled|BrandTelegram)\./,
      ),
      priority: 5,
    },
    {
      // Lists of public pages have them, and the cross is that of dialogs too.
      name: 'filters',
      test: modulesOf(
        ['base/ui/lists/filter-sheet', 'base/ui/lists/filter-list', 'base/ui/lists/nothing-found'],
        /IconX\./,
      ),
      priority: 5,
    },
    {
      // What public screens load only once it is opened, and screens behind a login too.
      name: 'dialogs',
      test: modulesOf(
        ['base/ui/copy/', 'base/ui/dialogs/', 'base/ui/page/text-button', 'base/text/shown-address'],
        /IconTrash\./,
      ),
      priority: 5,
    },
    {
      // What only screens behind a login share: as many small chunks, their names would weigh on every page, in the list of all routes.
      name: 'signed-in',
      test: modulesOf(
        [
          'base/ui/fields/check-list',
          'base/ui/fields/file-field',
          'base/ui/fields/fixed-because',
          'base/ui/fields/save-bar',
          'base/ui/fields/select-field',
          'base/ui/fields/unit',
          'base/ui/fields/use-revised-form',
          'base/ui/fields/use-file-drop',
          'base/ui/fields/use-unsaved',
          'base/ui/lists/choose-all',
          'base/ui/lists/empty-list',
          'base/ui/lists/id-parameter',
          'base/ui/lists/list-head',
          'base/ui/lists/records',
          'base/ui/lists/row-cards',
          'base/ui/lists/sortable-list',
          'base/ui/lists/folded-filters',
          'base/ui/lists/staff-list',
          'base/ui/lists/staff-table',
          'base/ui/lists/table-frame',
          'base/ui/lists/table-roles',
          'base/ui/lists/use-live-list',
          'base/ui/on-stream/on-stream-sign',
          'base/ui/on-stream/on-stream-switch',
          'base/ui/choices/choice-links',
          'base/ui/choices/section-menu',
          'base/ui/page/focus-result',
          'base/ui/page/over-notice',
          'base/ui/page/lost-focus',
          'base/ui/layout/',
          'base/ui/panel/',
          'app/images/image-field',
          'app/identity/upload-file',
          'app/images/upload-picture',
          'app/donations/lists/thank-button',
          'app/donations/statistics/change',
          'app/identity/roles',
          'base/text/day-text',
          'base/text/sum-fault',
          'base/text/tax-number',
          'base/text/number-text',
          'base/ui/dates/day-field',
          'base/ui/dates/day-range',
          'base/ui/dates/use-moment-text',
          'app/identity/table-button',
          'app/memberships/level',
          'app/memberships/listing/',
          'app/memberships/members/members-nav',
          'app/memberships/membership-state',
          'base/ui/chart/',
          'app/profile/field-mark',
          'app/profile/field-names',
          'app/profile/own-profile',
          'app/profile/edit/profile-preview',
          'app/profile/overview/profile-screen.module',
          'app/delivery/staff/admin-location-screen.module',
          'app/memberships/messages/messages-screen.module',
          'app/payments/register-receipt',
          'app/rewards/rewards-nav',
          'app/draws/draw-rules',
          'app/draws/draw-tag',
          'app/draws/cabinet/own-places.module',
          'app/draws/page/draw-screen.module',
          'app/staff/person-cell',
          'app/staff/staff-counts',
        ],
        /Icon(PlayerPause|PlayerPlay|User|Wallet)\./,
      ),
      // After the groups of public pages: a group takes along what its modules import.
      priority: 4,
    },
    {
      name: 'sign-in',
      test: modulesOf([
        'app/identity/password-rules',
        'app/identity/passwords/password-field',
        'app/identity/screens/remember-me',
        'app/identity/sign-in-way',
      ]),
      priority: 5,
    },
    {
      name: 'push',
      test: modulesOf(['app/notices/push-offer', 'app/notices/use-push', 'app/notices/browser-push']),
      priority: 4,
    },
    {
      name: 'dates',
      test: modulesOf([
        'base/text/dates',
        'base/text/days',
        'base/text/unit-text',
        'base/pages/day-zone',
        'base/ui/dates/use-date-text',
      ]),
      priority: 5,
    },
    {
      // What lists of posts share with the post itself and with the creator's own: each small part would be one more name on every page.
      name: 'posts',
      test: modulesOf([
        'app/memberships/posts/reading/audio-fault',
        'app/memberships/posts/reading/audio-mark',
        'app/memberships/posts/reading/post-audience',
        'app/memberships/posts/reading/post-marks',
        'app/memberships/posts/reading/use-audience-text',
      ]),
      priority: 4,
    },
    {
      // Of the form of monthly support and of the change of its terms.
      name: 'monthly',
      test: modulesOf([
        'app/memberships/joining/free-sum',
        'app/memberships/level-choice',
        'app/memberships/joining/load-levels',
        'app/memberships/monthly-form.module',
        'app/memberships/terms-address',
      ]),
      priority: 4,
    },
    {
      // Lists whose filters stand in the address, public ones too.
      name: 'address',
      test: modulesOf([
        'base/ui/lists/address-params',
        'base/ui/lists/address-filter',
        'base/ui/lists/use-typed-search',
      ]),
      priority: 4,
    },
    {
      // Lists that go on from their last row.
      name: 'keyset',
      test: modulesOf(['base/ui/lists/keyset-pages', 'base/text/place-name']),
      priority: 4,
    },
    {
      // Forms of what creators make of one kind.
      name: 'own-forms',
      test: modulesOf(['base/ui/fields/amount-field', 'base/ui/fields/draft-faults', 'base/ui/lists/use-just-made']),
      priority: 4,
    },
    {
      // Of whoever comes back without having paid.
      name: 'unpaid',
      test: modulesOf(['app/donations/giving-place', 'app/payments/refused-words']),
      priority: 4,
    },
    {
      name: 'phone-field',
      test: modulesOf(['app/identity/phone-field', 'app/identity/screens/tab-memory']),
      priority: 4,
    },
    {
      // What the pages and lists of gifts share: each small part would be one more name on every page.
      name: 'gifts',
      test: modulesOf([
        'app/gifts/gift-end-words',
        'app/gifts/gift-path',
        'app/gifts/gift-title',
        'app/gifts/hydrated-part',
        'app/memberships/won-pieces',
        'base/ui/page/use-quoted',
        'base/ui/page/waiting-link',
      ]),
      priority: 4,
    },
    {
      name: 'delivery',
      test: modulesOf([
        'app/delivery/delivery-rates',
        'app/delivery/rates-of-answer',
        'app/orders/order/expected-days',
      ]),
      priority: 4,
    },
    {
      // What the forms share in which a donation is typed.
      name: 'typing',
      test: modulesOf([
        'app/donations/amount-picker',
        'app/donations/donation-words',
        'app/donations/form-parts',
        'app/payments/system-choice',
        'base/text/clean-text',
      ]),
      priority: 4,
    },
    {
      // What the page of a creator shares with parts that it loads later, in one chunk instead of a tiny one each.
      name: 'author',
      test: modulesOf([
        'app/creators/page/author-about.module',
        'base/ui/video/video-player.module',
        'app/donations/imports/import-rules',
        'base/ui/choices/chips.module',
        'app/donathon/clock-bar.module',
      ]),
      priority: 4,
    },
    {
      // What an alert is drawn with, on the stream and above a form that previews it.
      name: 'alert',
      test: modulesOf(['app/widgets/look/alert-look', 'app/widgets/look/use-donor-text', 'app/widgets/widget-choices']),
      priority: 4,
    },
    {
      // What the stream shows of figures looks alike, and compresses well together.
      name: 'boards',
      test: modulesOf([
        'app/widgets/statistics/statistics-widget-screen.module',
        'app/widgets/votes/votes-board.module',
        'app/widgets/clock/clock-board.module',
      ]),
      priority: 4,
    },
    {
      // What counts down, on a creator's page, in the cabinet and on the stream.
      name: 'countdown',
      test: modulesOf([
        'app/donathon/clock-rules',
        'app/donathon/countdown',
        'app/donathon/live-clock',
        'app/donathon/prolonged-by',
        'app/donathon/server-time',
        'app/donathon/span-text',
        'app/donathon/use-countdown',
      ]),
      priority: 4,
    },
    {
      name: 'codes',
      test: modulesOf([
        'app/identity/codes/resend-clock',
        'app/identity/codes/resend-times',
        'base/ui/page/use-seconds-left',
      ]),
      priority: 5,
    },
    {
      // Few and short, of the forms that public pages bring late.
      name: 'failures',
      test: modulesOf(['app/memberships/membership-failures', 'app/payments/payment-failures']),
      priority: 5,
    },
    // Of a card's form and a product's page: a chunk for each costs more than what is in it.
    { name: 'icons', test: /Icon(CreditCard|Minus|Plus)\./, priority: 5 },
    { name: 'masked', test: modulesOf(['base/ui/fields/masked-field', 'base/text/masked-text']), priority: 5 },
    {
      name: 'giving',
      test: modulesOf([
        'app/donations/donation-rules',
        'base/text/amount-rules',
        'app/donations/donation-draft',
        'app/donations/donation-failures',
        'base/text/amount-text',
        'app/donations/donation-form.module',
        'app/payments/use-payment-tabs',
        'app/payments/payment-tabs',
        'app/donations/donation-proofs',
        'app/payments/stored-payment',
        'app/payments/paid-notes',
        // On the page of a creator and on that of thanks, which both have the rest.
        'app/widgets/goal-bar',
      ]),
      priority: 5,
    },
  ],
};
