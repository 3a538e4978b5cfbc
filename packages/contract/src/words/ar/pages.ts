import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'ar', typeof english> = {
  'shareLink.unavailable.title': 'يُرجى المحاولة بعد لحظات',
  'shareLink.unavailable.text': 'لم نتمكن من معرفة وجهة هذا الرابط. يُرجى إعادة تحميل الصفحة بعد بضع ثوانٍ.',

  'shareLink.notReady.title': 'هذا الرابط ليس جاهزًا بعد',
  'shareLink.notReady.text': 'لم تُعِدّ الشركة صفحتها بعد. يُرجى المحاولة لاحقًا أو سؤال من أرسل إليك الرابط.',

  'shareLink.unknown.title': 'هذا الرابط لا يعمل',
  'shareLink.unknown.text': 'قد يكون مكتوبًا بشكل خاطئ أو لم يعد صالحًا. يُرجى طلب رابط جديد ممن أرسله إليك.',
  'shareLink.unknown.open': 'الانتقال إلى {site}',

  'linkPreview.gift': 'هدية لك: {reward}',
  'linkPreview.invitation': 'دعوة لك',
  'linkPreview.sentBy': 'وصلك هذا الرابط من {name}. يمكن فتحه للاطلاع على العرض.',
  'linkPreview.sentByFriend': 'وصلك هذا الرابط من شخص تعرفه. يمكن فتحه للاطلاع على العرض.',
  'linkPreview.open': 'عرض التفاصيل',

  'unsubscribe.subscribed.asked.title': 'ما الرسائل التي تريدها؟',
  'unsubscribe.subscribed.asked.text': 'تصلك رسائل من «{programName}». يمكنك اختيار ما يصلك منها.',
  'unsubscribe.subscribed.asked.button': 'إلغاء الاشتراك في الكل',
  'unsubscribe.subscribed.chosen.title': 'تم حفظ اختيارك',
  'unsubscribe.subscribed.chosen.text': 'تصلك من «{programName}» الرسائل المحددة هنا.',
  'unsubscribe.subscribed.chosen.button': 'إلغاء الاشتراك في الكل',
  'unsubscribe.save': 'حفظ',

  'unsubscribe.subscribed.done.title': 'تم تجديد اشتراكك',
  'unsubscribe.subscribed.done.text': 'ستصلك الرسائل من «{programName}» مجددًا.',
  'unsubscribe.subscribed.done.button': 'إلغاء الاشتراك',

  'unsubscribe.unsubscribed.asked.title': 'اشتراكك ملغى',
  'unsubscribe.unsubscribed.asked.text': 'لا تصلك رسائل من «{programName}». يمكنك الاشتراك مجددًا في أي وقت.',
  'unsubscribe.unsubscribed.asked.button': 'الاشتراك مجددًا',

  'unsubscribe.unsubscribed.done.title': 'تم إلغاء اشتراكك',
  'unsubscribe.unsubscribed.done.text': 'تم. لن تصلك رسائل أخرى من «{programName}». مكافآتك تبقى كما هي.',
  'unsubscribe.unsubscribed.done.button': 'الاشتراك مجددًا',
  'unsubscribe.invitations.asked.title': 'هل تريد إيقاف الدعوات؟',
  'unsubscribe.invitations.asked.text':
    'يمكن للأصدقاء أن يطلبوا من «{programName}» دعوتك بالبريد الإلكتروني. بالضغط على الزر لن تصلك دعوة كهذه مرة أخرى.',
  'unsubscribe.invitations.asked.button': 'إيقاف الدعوات',
  'unsubscribe.invitations.done.title': 'لن تصلك دعوات أخرى',
  'unsubscribe.invitations.done.text': 'تم. لن تدعوك «{programName}» بعد الآن، وقد مُحي عنوانك.',

  'unsubscribe.unknown.title': 'هذا الرابط لا يعمل',
  'unsubscribe.unknown.text': 'قد يكون غير مكتمل. يُرجى فتح الرابط في الرسالة مرة أخرى ونسخه كاملًا.',

  'appeal.asked.title': 'دعوتك قيد المراجعة',
  'appeal.asked.text':
    'تراجع «{programName}» إحدى دعواتك قبل منح المكافأة. هل هناك ما ينبغي أن نعرفه؟ يمكنك كتابته هنا مرة واحدة.',
  'appeal.until': 'قد يستغرق ذلك حتى {date}.',
  'appeal.label': 'ما ينبغي أن نعرفه',
  'appeal.hint': '{number} حرف على الأكثر. يُرجى عدم كتابة كلمات مرور أو أرقام بطاقات.',
  'appeal.refused': 'لم يتم الإرسال. يُرجى كتابة نص من 1 إلى {number} حرف.',
  'appeal.button': 'إرسال',
  'appeal.done.title': 'شكرًا لك',
  'appeal.done.text': 'وصل ما كتبته إلى «{programName}». لا يلزم فعل أي شيء آخر.',
  'appeal.unknown.title': 'هذا الرابط لا يعمل',
  'appeal.unknown.text':
    'انتهت المراجعة أو أن الرابط غير مكتمل. في هذه الحالة يُرجى فتح الرابط في الرسالة مرة أخرى ونسخه كاملًا.',
}
