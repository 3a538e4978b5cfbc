import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'ja', typeof english> = {
  'shareLink.unavailable.title': 'しばらくしてからもう一度お試しください',
  'shareLink.unavailable.text':
    'このリンクの行き先を確認できませんでした。数秒後にページを再読み込みしてください。',

  'shareLink.notReady.title': 'このリンクはまだ準備中です',
  'shareLink.notReady.text':
    '提供元のページがまだ設定されていません。後でもう一度お試しいただくか、リンクを送ってくれた方にお尋ねください。',

  'shareLink.unknown.title': 'このリンクは使えません',
  'shareLink.unknown.text':
    '入力に誤りがあるか、すでに無効になっている可能性があります。送ってくれた方に新しいリンクをもらってください。',

  'linkPreview.gift': 'あなたへのプレゼント：{reward}',
  'linkPreview.invitation': 'あなたへのご招待',
  'linkPreview.sentBy': '{name}さんからリンクが届きました。開いて特典をご確認ください。',
  'linkPreview.sentByFriend': 'お知り合いの方からリンクが届きました。開いて特典をご確認ください。',

  'unsubscribe.subscribed.asked.title': 'メールの配信を停止しますか？',
  'unsubscribe.subscribed.asked.text':
    '「{programName}」からのメールを受け取っています。ボタンを押すと、すべての配信を停止します。',
  'unsubscribe.subscribed.asked.button': '配信を停止する',

  'unsubscribe.subscribed.done.title': 'メールの配信を再開しました',
  'unsubscribe.subscribed.done.text': '「{programName}」からのメールを再び受け取ります。',
  'unsubscribe.subscribed.done.button': '配信を停止する',

  'unsubscribe.unsubscribed.asked.title': 'メールの配信は停止中です',
  'unsubscribe.unsubscribed.asked.text':
    '「{programName}」からのメールは届きません。いつでも配信を再開できます。',
  'unsubscribe.unsubscribed.asked.button': '配信を再開する',

  'unsubscribe.unsubscribed.done.title': 'メールの配信を停止しました',
  'unsubscribe.unsubscribed.done.text':
    '完了しました。「{programName}」からのメールは今後届きません。特典はそのまま残ります。',
  'unsubscribe.unsubscribed.done.button': '配信を再開する',

  'unsubscribe.unknown.title': 'このリンクは使えません',
  'unsubscribe.unknown.text':
    'リンクが途中で切れている可能性があります。メールのリンクをもう一度、最後まで正しく開いてください。',
}
