import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'ar', typeof english> = {
  greeting: 'مرحبًا {firstName}،',
  greetingWithoutName: 'مرحبًا،',
  aFriend: 'صديق',
  aReward: 'مكافأة',

  'FRIEND_JOINED.subject': 'انضمام جديد عبر رابطك: {friendName}',
  'FRIEND_JOINED.heading': 'وصلت توصيتك',
  'FRIEND_JOINED.body':
    'انضمام جديد عبر رابطك ({friendName}). بعد الدفعة الأولى تحصل على المكافأة التالية: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward': 'انضمام جديد عبر رابطك ({friendName}). شكرًا على توصيتك بنا.',
  'FRIEND_JOINED.button': 'مشاركة رابطك مرة أخرى',

  'REWARD_EARNED.subject': 'حصلت على مكافأة',
  'REWARD_EARNED.heading': 'مكافأة لك',
  'REWARD_EARNED.body': 'شكرًا لك. هذه مكافأتك: {reward}.',
  'REWARD_EARNED.button': 'دعوة الأصدقاء',

  'REWARD_EXPIRING.subject': 'تنتهي صلاحية مكافأتك في {expiryDate}',
  'REWARD_EXPIRING.heading': 'تنتهي صلاحية مكافأتك قريبًا',
  'REWARD_EXPIRING.body': 'لديك مكافأة لم تُستخدم بعد: {reward}. تنتهي صلاحيتها في {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'ينتهي خصمك في {expiryDate}',
  'DISCOUNT_ENDING.heading': 'ينتهي خصمك قريبًا',
  'DISCOUNT_ENDING.body':
    'لديك حتى {expiryDate}: {reward}. إذا انضم شخص آخر كعميل عبر رابطك، تحصل على مكافأة جديدة.',
  'DISCOUNT_ENDING.button': 'مشاركة رابطك',

  'SHARE_REMINDER.subject': 'رابطك للمشاركة',
  'SHARE_REMINDER.heading': 'هل تعرف من قد يعجبه هذا؟',
  'SHARE_REMINDER.body':
    'لديك رابط خاص بك. عن كل شخص ينضم كعميل عبره تحصل على: {reward}. لن نذكّرك بذلك إلا هذه المرة.',
  'SHARE_REMINDER.bodyWithoutReward':
    'لديك رابط خاص بك. يمكنك إرساله إلى أصدقاء قد يعجبهم عرضنا. لن نذكّرك بذلك إلا هذه المرة.',
  'SHARE_REMINDER.button': 'فتح رابطك',

  'REFERRAL_CHECKED.subject': 'نراجع إحدى دعواتك',
  'REFERRAL_CHECKED.heading': 'إحدى دعواتك قيد المراجعة',
  'REFERRAL_CHECKED.body':
    'نراجع هذه الدعوة ({friendName}) قبل منح المكافأة. لا يلزم فعل أي شيء. إذا كان هناك ما ينبغي أن نعرفه، يمكنك أن تكتبه لنا مرة واحدة.',
  'REFERRAL_CHECKED.button': 'الكتابة إلينا',
  checkedUntil: 'قد يستغرق ذلك حتى {expiryDate}.',

  'INVITATION.subject': 'دعوة من {senderName}: {programName}',
  'INVITATION.heading': 'دعوة من {senderName}',
  'INVITATION.body':
    'لدى {senderName} تجربة مع ما نقدمه، ويرجَّح أن يعجبك أيضًا. إذا أصبحت عميلًا عبر هذا الرابط تحصل على: {reward}.',
  'INVITATION.bodyWithoutReward':
    'لدى {senderName} تجربة مع ما نقدمه، ويرجَّح أن يعجبك أيضًا. هذا الرابط يقودك إلينا.',
  'INVITATION.button': 'معرفة المزيد',
  invitedBecause:
    'تصلك هذه الرسالة الوحيدة لأن عنوانك أُدخل لدينا مع طلب مراسلتك، والطلب من {senderName} ({programName}). قد تُمنح مكافأة إلى {senderName} إذا أصبحت عميلًا. نمحو عنوانك بعد 30 يومًا ولا نرسل تذكيرًا.',
  privacy: 'ماذا نفعل بالبيانات الشخصية',
  noInvitations: 'لا أريد دعوات أخرى',

  'PAGE_SIGN_IN.subject': 'تسجيل الدخول إلى {programName}',
  'PAGE_SIGN_IN.heading': 'رابطك',
  'PAGE_SIGN_IN.body': 'يفتح الزر صفحتك. يعمل الرابط مرة واحدة ولمدة ربع ساعة.',
  'PAGE_SIGN_IN.button': 'فتح صفحتي',
  'PAGE_SIGN_IN.why':
    'تصلك هذه الرسالة لأن هذا العنوان أُدخل في صفحة {programName}. إن لم يكن ذلك منك فلا يلزم فعل أي شيء: لا يمكن لأحد الدخول من دون هذه الرسالة.',

  queuedFrom: 'يُستخدم بعد الخصومات التي لديك بالفعل، ابتداءً من {beginDate}.',
  validUntil: 'صالحة حتى {expiryDate}.',
  why: 'تصلك هذه الرسالة لأنك تشارك في هذا البرنامج: {programName}.',
  unsubscribe: 'إلغاء الاشتراك في هذه الرسائل',
}
