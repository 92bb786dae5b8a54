import type { AnyCall } from '#app/calls.ts';
import type { CallName } from '#base/calls/call-client.ts';

const provider = 'asks the payment provider; beside that the same rows as its neighbours';
const hash = 'a password is hashed, which is meant to take its time; one row by its key';
const dictionary = 'a dictionary, which does not grow with the users';
const pdf = 'one payout by its key; the rest is the making of a PDF';
const votes =
  'at most 100 votes of one creator by an index; their choices are added up from another: app/votes/vote-plans.slow.test.ts';
const targets =
  'at most 100 targets of one creator by an index; their choices are added up from another: app/targets/target-plans.slow.test.ts';
const rewards =
  'at most 100 rewards of one creator by an index; their choices are counted from another: app/rewards/reward-plans.slow.test.ts';
const draws =
  'a page of one creator by an index; who takes part in those that wait is counted in their periods: app/draws/draw-plans.slow.test.ts';
const owed = 'a page of one creator by an index, deep ones from the nearer end: app/rewards/reward-plans.slow.test.ts';
const joint = 'one stream by its key, with at most 10 members by theirs';
const clock =
  'the last clock of one creator by an index, and 20 corrections; its donations are added up from another index alone';
const firstStart = 'only while there is no admin; the few rows of the staff';
const ownFew = 'at most 5 rows of one person, by the key';

/** Calls that are not measured, and why the size of the database is nothing to them. */
export const fixedCalls: Partial<Record<CallName<AnyCall>, string>> = {
  'GET Config': 'asks no table',
  'GET Region': dictionary,
  'GET Donate/Settings': 'one row',
  'GET Site/Page': 'the newest row of a page, by an index',
  'GET Site/Settings': 'one row',
  'PUT Site/Settings': 'one row',
  'GET Site/Texts': 'the last 21 rows of a page, by an index',
  'PUT Site/Texts': 'one row is written',
  'GET Delivery/Rates': dictionary,
  'PUT Delivery/Rates': dictionary,
  'GET Attribute/SizeList': dictionary,
  'GET Attribute/ColorList': dictionary,
  'GET PickUp': dictionary,
  'GET PickUp/{id}': dictionary,
  'POST PickUp': dictionary,
  'PUT PickUp': dictionary,
  'DELETE PickUp': 'one row of a dictionary; whether an order names it is one step into an index',
  'POST PickUp/state': dictionary,
  'GET Geo/Search': 'a gazetteer in memory',
  'POST Product/CreateCategory': dictionary,
  'PUT Product/OrderCategories': dictionary,
  'POST Identity/Token': hash,
  'POST Identity/AdminLogin': hash,
  'PUT Identity/ChangePassword': hash,
  'GET Identity/ConfirmCodeAdmin': 'the same statements as Sms/CheckComfirmCode',
  'GET Sms/Delivery': 'one row by its key; its sender is asked',
  'GET Vote/List': votes,
  'POST Vote/Save': votes,
  'GET Widget/Votes': votes,
  'POST Vote/DecideSuggestion': votes,
  'POST Moderator/RemoveVote': 'one row by its key',
  'POST Moderator/RemoveSuggestion': 'two rows by their keys',
  'GET Target/List': targets,
  'POST Target/Save': targets,
  'GET Widget/Targets': targets,
  'POST Moderator/RemoveTarget': 'one row by its key',
  'GET Reward/List': rewards,
  'POST Reward/Save': rewards,
  'GET Reward/Owed': owed,
  'GET Reward/Taken':
    'the rewards of one creator by an index, each with one step into another: app/rewards/reward-plans.slow.test.ts',
  'POST Reward/Give': 'at most 100 rows by their keys',
  'POST Moderator/RemoveReward': 'one row by its key',
  'GET Draw/List': draws,
  'GET Widget/Draws': draws,
  'GET Draw/Get':
    'one row by its key with at most 50 places by theirs; who takes part: app/draws/draw-plans.slow.test.ts',
  'GET Draw/Tickets': 'at most 10,000 rows of one draw by its key, from a place on',
  'GET Draw/Mine': 'donations of one person by an index, or one ticket by its own: app/draws/draw-plans.slow.test.ts',
  'GET Draw/Won':
    'grows with the draws that one person took part in, each with one step into another index: app/draws/draw-plans.slow.test.ts',
  'GET Draw/Places': 'the places of at most 100 draws of one creator by their keys',
  'POST Draw/Make': 'one row',
  'POST Draw/Cancel': draws,
  'POST Draw/Hold': 'grows with who takes part, once a draw: app/draws/draw-plans.slow.test.ts',
  'POST Draw/Answer': 'one row by its key',
  'POST Draw/Give': 'one row by its key',
  'POST Draw/Pass': 'one row by its key, and the next one of an index',
  'POST Moderator/RemoveDraw': 'one row by its key',
  'GET Clock/Get': clock,
  'POST Clock/Control': clock,
  'GET Widget/Clock': clock,
  'POST Moderator/EndClock': clock,
  'GET Joint/Get': joint,
  'GET Joint/Own':
    'a page of the streams of one creator by an index, with at most 10 members each and their sums by an index',
  'POST Joint/Save': joint,
  'POST Joint/Agree': joint,
  'POST Joint/Start': joint,
  'POST Joint/End': joint,
  'GET Moderator/Joints':
    'a page of the streams of one creator by an index, with at most 10 members each and their sums by an index',
  'POST Moderator/EndJoint': joint,
  'GET Moderator/FirstStart': firstStart,
  'POST Moderator/FirstStart': firstStart,
  'GET Dev/Outbox': 'not in production',
  'GET Images/': 'a file by its name',
  'GET Post/Picture':
    'a file by its name; the posts that show it are found by an index, which a test explains at 40,000 posts',
  'GET Post/Audio': 'a file by its name, with one post by its key',
  'GET Post/AudioAddress': 'one row by its key',
  'GET Post/AudioRoom': 'two rows by their keys',
  'POST Post/Audio': 'a file is looked into; one row is written',
  'POST Images': 'a picture is encoded; one row is written',
  'POST Donate/PreviewImport': 'a file is read; its lines are looked up by their keys',
  'POST Donate/Import': 'a file is read; its lines are written by their keys',
  'GET Widget/Sounds': ownFew,
  'POST Widget/Sounds': ownFew,
  'DELETE Widget/Sounds': ownFew,
  'GET Widget/Sound': 'a file by its name',
  'GET Widget/Speech': 'a file by its name',
  'POST Widget/Speech': 'what one creator has waiting, of which there are at most fifty',
  'GET Widget/Events': 'a stream that stays open; its start is one step into an index',
  'GET Events/Stream': 'a stream that stays open; its start is one step into an index',
  'GET Embed/Sites': 'one row by its key',
  'PUT Embed/Sites': 'one row by its key',
  'POST Integration/CreateWebhook': ownFew,
  'GET Integration/Applications': 'at most 10 rows of one person, by an index',
  'POST Integration/CreateApplication': 'at most 10 rows of one person, by an index',
  'DELETE Integration/Application': 'one row by its key, and its keys by an index',
  'GET Integration/Granted': 'at most 50 applications of one person, by an index',
  'DELETE Integration/Granted': 'at most 5 keys of one application, by an index',
  'GET Integration/Access': 'one application and two creators, each by its key',
  'POST Integration/Access': 'one application and one creator by their keys, and at most 50 applications of one person',
  'PUT Integration/Webhook': ownFew,
  'POST Integration/TestWebhook': 'one row is written',
  'POST Integration/Redeliver': 'one row is changed, by its key',
  'POST Telegram/Enter': 'one chat, one person and one launch, each by its key',
  'GET Telegram/Page': 'one creator, by the user name',
  'POST Notice/LinkTelegram': 'Telegram is asked; one row of one person, by the key',
  'GET Receipt/PayoutAct': pdf,
  'GET Receipt/TaxDefaults': 'at most three rows',
  'PUT Receipt/TaxDefaults': 'at most three rows',
  'GET Receipt/TaxCodes': 'a list that an admin uploads; found by an index, which a test explains at 100,000 codes',
  'GET Receipt/TaxCodeList': 'one row',
  'POST Receipt/TaxCodes': 'a file is read and stored in the place of another one',
  'GET Receipt/Missing': 'only payments whose receipt has not come, in the order of an index',
  'PUT Receipt/Registered': 'one row by its key',
  'PUT Receipt/Waived': 'one row by its key',
  'POST PersonalAccount/Archive': hash,
  'GET PersonalAccount/Archive':
    'as long as what one person has; batches of 500 rows by indexes, nothing is kept in memory',
  'GET PersonalAccount/ArchiveState': 'one row of one person, by the key',
  'GET Payout/TaxNumber': 'one row of one person, by the key',
  'PUT Payout/TaxNumber': 'one row of one person, by the key',
  'POST Membership/ChangeCard': provider,
  'POST Membership/Card': provider,
  'POST Membership/Gift': provider,
  'GET Membership/Gifted':
    'one row by its key with its places by theirs, at most 50 and those passed over; a drawing grows with who takes part, once',
  'GET Membership/GiftTickets': 'at most 10,000 rows of one gift by its key, from a place on',
  'GET Membership/GiftPart': 'a row by its key, and one of one person in each of two indexes',
  'POST Membership/Enter': 'a row by its key, and one of one person',
  'POST Membership/Take': 'a row by its key, and one of one person',
  'GET Gift/Terms':
    'one row by its key; the rates and open pickup points of the country are as many as its staff has made',
  'POST Gift/Pieces': provider,
  'POST Gift/Order': 'a row of one gift and one of one person by their keys; one order is written',
  'GET Gift/Won': 'at most 50 places of one person by an index, each with one step into three others',
  'GET Gift/Announced': 'at most 20 open gifts of one creator by an index; who takes part is counted by the key',
  'POST Payment/Confirm': provider,
  'GET Payment/RefundCabinet': 'a setting; nothing is read',
  'GET Payment/Comparison': 'at most 90 rows, by the key',
  'POST Payment/Statement': 'a file is read; an admin wants the payments of its days compared',
  'POST Order/Refund': provider,
  'POST Order/RefundLines': provider,
  'POST Order/RetryRefund': provider,
};
