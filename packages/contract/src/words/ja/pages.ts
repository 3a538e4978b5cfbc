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
  'shareLink.unknown.open': '{site} へ進む',

  'linkPreview.gift': 'あなたへのプレゼント：{reward}',
  'linkPreview.invitation': 'あなたへのご招待',
  'linkPreview.sentBy': '{name}さんからリンクが届きました。開いて特典をご確認ください。',
  'linkPreview.sentByFriend': 'お知り合いの方からリンクが届きました。開いて特典をご確認ください。',
  'linkPreview.open': '特典を見る',

  'unsubscribe.subscribed.asked.title': 'どのメールを受け取りますか？',
  'unsubscribe.subscribed.asked.text':
    '「{programName}」からのメールを受け取っています。受け取りたいものを選んでください。',
  'unsubscribe.subscribed.asked.button': 'すべて停止する',
  'unsubscribe.subscribed.chosen.title': '選択を保存しました',
  'unsubscribe.subscribed.chosen.text': '「{programName}」から、ここで選んだメールをお送りします。',
  'unsubscribe.subscribed.chosen.button': 'すべて停止する',
  'unsubscribe.save': '保存',

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
  'unsubscribe.invitations.asked.title': '招待を停止しますか？',
  'unsubscribe.invitations.asked.text':
    'お友達は「{programName}」を通じてあなたをメールで招待できます。ボタンを押すと、今後このような招待は届きません。',
  'unsubscribe.invitations.asked.button': '招待を停止する',
  'unsubscribe.invitations.done.title': '招待は今後届きません',
  'unsubscribe.invitations.done.text':
    '完了しました。「{programName}」からの招待は停止され、アドレスは削除されました。',

  'unsubscribe.unknown.title': 'このリンクは使えません',
  'unsubscribe.unknown.text':
    'リンクが途中で切れている可能性があります。メールのリンクを最後までコピーして、もう一度開いてください。',

  'appeal.asked.title': 'ご紹介を確認しています',
  'appeal.asked.text':
    '「{programName}」は、特典をお渡しする前にご紹介の一件を確認しています。お知らせいただきたいことがあれば、ここに一度だけお書きいただけます。',
  'appeal.until': '確認は{date}までかかることがあります。',
  'appeal.label': 'お知らせいただきたいこと',
  'appeal.hint': '{number}文字まで。パスワードやカード番号は書かないでください。',
  'appeal.refused': '送信できませんでした。1文字以上{number}文字以内で入力してください。',
  'appeal.button': '送信',
  'appeal.done.title': 'ありがとうございます',
  'appeal.done.text': '「{programName}」にお届けしました。ほかに必要なことはありません。',
  'appeal.unknown.title': 'このリンクは使えません',
  'appeal.unknown.text':
    '確認が終わったか、リンクが途中で切れています。その場合は、メールのリンクを最後までコピーして、もう一度開いてください。',
}
