import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<'pt', typeof english> = {
  greeting: 'Olá, {firstName}!',
  greetingWithoutName: 'Olá!',
  aFriend: 'Um amigo',
  aReward: 'uma recompensa',

  'FRIEND_JOINED.subject': '{friendName} chegou pelo seu link',
  'FRIEND_JOINED.heading': 'Sua indicação deu certo',
  'FRIEND_JOINED.body': '{friendName} chegou pelo seu link. Após o primeiro pagamento, você ganha: {reward}.',
  'FRIEND_JOINED.bodyWithoutReward': '{friendName} chegou pelo seu link. Agradecemos a sua indicação.',
  'FRIEND_JOINED.button': 'Compartilhe seu link de novo',

  'REWARD_EARNED.subject': 'Você ganhou uma recompensa',
  'REWARD_EARNED.heading': 'Uma recompensa para você',
  'REWARD_EARNED.body': 'Agradecemos a sua indicação. Isto é seu: {reward}.',
  'REWARD_EARNED.button': 'Convide seus amigos',

  'REWARD_EXPIRING.subject': 'Sua recompensa expira em {expiryDate}',
  'REWARD_EXPIRING.heading': 'Sua recompensa expira em breve',
  'REWARD_EXPIRING.body': 'Você ainda não usou isto: {reward}. Expira em {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Seu desconto termina em {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Seu desconto termina em breve',
  'DISCOUNT_ENDING.body':
    'Você tem isto até {expiryDate}: {reward}. Se mais alguém virar cliente pelo seu link, você ganha uma nova recompensa.',
  'DISCOUNT_ENDING.button': 'Compartilhe seu link',

  'SHARE_REMINDER.subject': 'Seu link para compartilhar',
  'SHARE_REMINDER.heading': 'Conhece alguém que gostaria disto?',
  'SHARE_REMINDER.body':
    'Você tem um link só seu. Para cada pessoa que vira cliente por ele, você ganha: {reward}. Só vamos lembrar você desta vez.',
  'SHARE_REMINDER.bodyWithoutReward':
    'Você tem um link só seu. Envie-o a amigos que gostariam da nossa oferta. Só vamos lembrar você desta vez.',
  'SHARE_REMINDER.button': 'Abrir seu link',

  'REFERRAL_CHECKED.subject': 'Estamos verificando uma das suas indicações',
  'REFERRAL_CHECKED.heading': 'Uma indicação está sendo verificada',
  'REFERRAL_CHECKED.body':
    'Estamos verificando esta indicação ({friendName}) antes de dar a recompensa. Você não precisa fazer nada. Se houver algo que devemos saber, pode nos escrever uma vez.',
  'REFERRAL_CHECKED.button': 'Escrever para nós',
  checkedUntil: 'Isso pode levar até {expiryDate}.',

  'INVITATION.subject': '{senderName} convida você: {programName}',
  'INVITATION.heading': 'Um convite de {senderName}',
  'INVITATION.body':
    '{senderName} usa o que oferecemos e acha que você também gostaria. Se você virar cliente por este link, ganha: {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} usa o que oferecemos e acha que você também gostaria. Este link leva você até nós.',
  'INVITATION.button': 'Ver do que se trata',
  invitedBecause:
    'Você recebe este único e-mail porque {senderName} informou o seu endereço e nos pediu para escrever a você ({programName}). {senderName} pode ganhar uma recompensa se você virar cliente. Apagamos o seu endereço após 30 dias e não enviamos lembretes.',
  privacy: 'O que fazemos com dados pessoais',
  noInvitations: 'Não quero mais convites',

  'PAGE_SIGN_IN.subject': 'Acesso a {programName}',
  'PAGE_SIGN_IN.heading': 'Seu link',
  'PAGE_SIGN_IN.body':
    'Clique no botão para abrir a sua página. O link funciona uma única vez, durante 15 minutos.',
  'PAGE_SIGN_IN.button': 'Abrir minha página',
  'PAGE_SIGN_IN.why':
    'Você recebe este e-mail porque este endereço foi digitado na página de {programName}. Se não foi você, ignore-o: ninguém entra sem este e-mail.',

  queuedFrom: 'É usado depois dos descontos que você já tem, a partir de {beginDate}.',
  validUntil: 'Válida até {expiryDate}.',
  why: 'Você recebe este e-mail porque participa deste programa: {programName}.',
  unsubscribe: 'Não receber mais estes e-mails',
}
