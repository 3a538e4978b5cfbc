import type { hostedPage as english } from '../en/hosted-page.ts'
import type { Translation } from '../translation.ts'

export const hostedPage: Translation<'pt', typeof english> = {
  'signIn.title': 'Seu link para compartilhar',
  'signIn.text': 'Digite seu e-mail e enviamos um link que abre a sua página. Você não precisa de senha.',
  'signIn.textToJoin':
    'Digite seu e-mail e enviamos um link que abre a sua página. Se esta é a sua primeira visita, você recebe um link próprio para compartilhar. Você não precisa de senha.',
  'signIn.email': 'E-mail',
  'signIn.button': 'Enviar um link',
  'signIn.invalid': 'Este endereço não pode receber e-mails. Confira, por favor.',

  'sent.title': 'Veja sua caixa de entrada',
  'sent.text':
    'Se este endereço participa, ele recebe em um minuto um e-mail com um link. O link funciona uma única vez, durante 15 minutos. Veja também a pasta de spam.',
  'sent.again': 'Enviar outro link',

  'enter.title': 'Abrir sua página',
  'enter.text': 'Você entra como {email}.',
  'enter.button': 'Abrir minha página',
  'enter.choose': 'Este endereço tem várias contas. Qual você quer abrir?',

  'used.title': 'Este link não funciona mais',
  'used.text': 'Um link funciona uma única vez, durante 15 minutos.',
  'used.button': 'Pedir um novo link',

  signedInAs: 'Você entrou como {email}',

  signOut: 'Sair',

  otherAccounts: 'Suas outras contas',

  'card.title': 'Um cartão para distribuir',
  'card.text': 'Escaneie o código ou abra o link:',
  'card.print': 'Imprimir o cartão',
  'card.qr': 'Código QR do seu link',

  'data.title': 'Seus dados',
  'data.text':
    'O botão encerra sua sessão e apaga o que esta página guardou neste navegador. Seu link continua funcionando e suas recompensas continuam sendo suas.',
  'data.button': 'Apagar meus dados desta página',
  'data.erasure': 'Para apagar tudo o que está guardado sobre você, escreva para {address}.',
  'data.erasureByCompany': 'Para apagar tudo o que está guardado sobre você, fale com a empresa do programa.',

  'left.title': 'Você saiu',
  'left.text': 'Esta página não tem mais nada guardado neste navegador.',
  'left.button': 'Entrar de novo',

  'again.title': 'Não funcionou',
  'again.text': 'Abra sua página de novo e repita o passo.',
  'again.button': 'Abrir minha página',

  'tooMany.title': 'Um momento, por favor',
  'tooMany.text': 'Houve tentativas demais. Tente de novo em um minuto.',

  'unavailable.title': 'Um momento, por favor',
  'unavailable.text': 'Não foi possível carregar a página. Tente de novo em alguns segundos.',

  'unknown.title': 'Não há nenhuma página aqui',
  'unknown.text': 'Confira o endereço ou pergunte à empresa que o passou a você.',
}
