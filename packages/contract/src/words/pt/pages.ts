import type { pages as english } from '../en/pages.ts'
import type { Translation } from '../translation.ts'

export const pages: Translation<'pt', typeof english> = {
  'shareLink.unavailable.title': 'Tente novamente em instantes',
  'shareLink.unavailable.text':
    'Não conseguimos descobrir para onde este link leva. Recarregue a página em alguns segundos.',

  'shareLink.notReady.title': 'Este link ainda não está pronto',
  'shareLink.notReady.text':
    'A empresa ainda não configurou sua página. Tente mais tarde ou pergunte a quem enviou o link.',

  'shareLink.unknown.title': 'Este link não funciona',
  'shareLink.unknown.text':
    'Ele pode estar escrito errado ou não ser mais válido. Peça um novo a quem o enviou.',
  'shareLink.unknown.open': 'Ir para {site}',

  'linkPreview.gift': 'Um presente para você: {reward}',
  'linkPreview.invitation': 'Um convite para você',
  'linkPreview.sentBy': '{name} enviou este link para você. Abra para ver a oferta.',
  'linkPreview.sentByFriend': 'Alguém que você conhece enviou este link. Abra para ver a oferta.',
  'linkPreview.open': 'Ver a oferta',

  'unsubscribe.subscribed.asked.title': 'Quais e-mails você quer?',
  'unsubscribe.subscribed.asked.text': 'Você recebe e-mails de “{programName}”. Escolha os que quer receber.',
  'unsubscribe.subscribed.asked.button': 'Cancelar todos',
  'unsubscribe.subscribed.chosen.title': 'Sua escolha foi salva',
  'unsubscribe.subscribed.chosen.text': 'Você recebe os e-mails de “{programName}” marcados aqui.',
  'unsubscribe.subscribed.chosen.button': 'Cancelar todos',
  'unsubscribe.save': 'Salvar',

  'unsubscribe.subscribed.done.title': 'Você voltou a receber e-mails',
  'unsubscribe.subscribed.done.text': 'Você voltou a receber e-mails de “{programName}”.',
  'unsubscribe.subscribed.done.button': 'Cancelar inscrição',

  'unsubscribe.unsubscribed.asked.title': 'Você não recebe e-mails',
  'unsubscribe.unsubscribed.asked.text':
    'Você não recebe e-mails de “{programName}”. Pode voltar a se inscrever quando quiser.',
  'unsubscribe.unsubscribed.asked.button': 'Inscrever-se de novo',

  'unsubscribe.unsubscribed.done.title': 'Você não recebe e-mails',
  'unsubscribe.unsubscribed.done.text':
    'Pronto. Você não receberá mais e-mails de “{programName}”. Suas recompensas continuam suas.',
  'unsubscribe.unsubscribed.done.button': 'Inscrever-se de novo',
  'unsubscribe.invitations.asked.title': 'Não quer mais convites?',
  'unsubscribe.invitations.asked.text':
    'Amigos podem pedir que “{programName}” convide você por e-mail. Clique no botão para nunca mais receber esse tipo de convite.',
  'unsubscribe.invitations.asked.button': 'Não quero mais convites',
  'unsubscribe.invitations.done.title': 'Você não receberá mais convites',
  'unsubscribe.invitations.done.text':
    'Pronto. “{programName}” não convida mais você e apagou o seu endereço.',

  'unsubscribe.unknown.title': 'Este link não funciona',
  'unsubscribe.unknown.text':
    'Ele pode estar incompleto. Abra de novo o link do e-mail e copie-o por inteiro.',

  'appeal.asked.title': 'Sua indicação está sendo verificada',
  'appeal.asked.text':
    '“{programName}” está verificando uma das suas indicações antes de dar a recompensa. Há algo que devemos saber? Você pode escrever aqui, uma única vez.',
  'appeal.until': 'Isso pode levar até {date}.',
  'appeal.label': 'O que devemos saber',
  'appeal.hint': 'No máximo {number} caracteres. Não escreva senhas nem números de cartão.',
  'appeal.refused': 'A mensagem não foi enviada. Escreva de 1 a {number} caracteres.',
  'appeal.button': 'Enviar',
  'appeal.done.title': 'Mensagem recebida',
  'appeal.done.text': 'Sua mensagem chegou a “{programName}”. Não é preciso fazer mais nada.',
  'appeal.unknown.title': 'Este link não funciona',
  'appeal.unknown.text':
    'A verificação terminou ou o link está incompleto. Nesse caso, abra de novo o link do e-mail e copie-o por inteiro.',
}
