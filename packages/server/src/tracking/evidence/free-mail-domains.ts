/**
 * Providers at which anybody can have an address, and the largest providers of internet access: their addresses have nothing in
 * common. By hand, because the packages with longer lists load them anew when they are installed.
 */
export const freeMailDomains: ReadonlySet<string> = new Set(
  `
126.com 139.com 163.com 189.cn 1und1.de 21cn.com abv.bg aim.com alice.it aliceadsl.fr aliyun.com
aol.co.uk aol.com aol.de aol.fr aon.at arcor.de arnet.com.ar aruba.it atlas.cz att.net au.com
azet.sk bbox.fr bell.net bellsouth.net bezeqint.net biglobe.ne.jp bigpond.com bigpond.net.au bk.ru
bluewin.ch blueyonder.co.uk bol.com.br bredband.net broadpark.no btinternet.com btopenworld.com
casema.nl centrum.cz centrum.sk centurylink.net charter.net chello.at chello.nl citromail.hu
club-internet.fr cogeco.ca comcast.net comhem.se cox.net daum.net disroot.org docomo.ne.jp
earthlink.net eircom.net elisanet.fi email.com email.cz email.de ezweb.ne.jp fastmail.com
fastmail.fm fastwebnet.it fibertel.com.ar foxmail.com free.fr freemail.hu freenet.de frisurf.no
frontier.com gazeta.pl globo.com gmail.com gmx.at gmx.ch gmx.co.uk gmx.com gmx.de gmx.es gmx.fr
gmx.net gmx.us googlemail.com hanmail.net hetnet.nl hey.com hinet.net hispeed.ch home.nl hotmail.be
hotmail.ca hotmail.ch hotmail.co.uk hotmail.com hotmail.com.ar hotmail.com.br hotmail.de hotmail.es
hotmail.fr hotmail.it hotmail.nl hushmail.com i.softbank.jp i.ua icloud.com ig.com.br iinet.net.au
in.com inbox.com inbox.lv inbox.ru indiatimes.com interia.eu interia.pl internet.ru inwind.it iol.it
jubii.dk juno.com kabelmail.de kakao.com keemail.me kolumbus.fi kpnmail.nl laposte.net libero.it
list.ru live.be live.ca live.co.uk live.com live.com.au live.com.mx live.de live.dk live.fr live.it
live.nl live.no live.se luukku.com lycos.com mac.com mail.bg mail.com mail.de mail.dk mail.ru
mailbox.org me.com meta.ua movistar.es msn.com mweb.co.za mynet.com myyahoo.com nate.com naver.com
netcabo.pt netvision.net.il netzero.net neuf.fr nifty.com ntlworld.com numericable.fr o2.co.uk o2.pl
o2online.de ocn.ne.jp onet.eu onet.pl online.de online.no op.pl optonline.net optusnet.com.au
orange.fr otenet.gr outlook.com outlook.com.br outlook.de outlook.es outlook.fr outlook.it
outlook.jp passport.com pchome.com.tw planet.nl pm.me poczta.onet.pl post.cz posteo.de posteo.net
prodigy.net.mx proton.me protonmail.ch protonmail.com proximus.be qq.com r7.com rambler.ru
rediffmail.com riseup.net roadrunner.com rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net
scarlet.be seed.net.tw seznam.cz sfr.fr shaw.ca sify.com sina.cn sina.com singnet.com.sg sky.com
skynet.be slingshot.co.nz so-net.ne.jp softbank.ne.jp sohu.com speedy.com.ar spray.se startmail.com
stofanet.dk sunrise.ch suomi24.fi superonline.com sympatico.ca t-online.de t-online.hu talktalk.net
tdcadsl.dk telefonica.net telenet.be telia.com telkomsa.net telus.net terra.com.br terra.es tin.it
tiscali.co.uk tiscali.it tlen.pl tom.com tpg.com.au tuta.com tuta.io tutamail.com tutanota.com
tutanota.de ukr.net unitybox.de uol.com.br upcmail.nl usa.com verizon.net videotron.ca virgilio.it
virginmedia.com vodafone.de vodamail.co.za volny.cz vp.pl walla.co.il walla.com wanadoo.fr web.de
webmail.co.za westnet.com.au windowslive.com windstream.net wp.pl xs4all.nl xtra.co.nz ya.com ya.ru
yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.uk yahoo.com
yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.cn yahoo.com.hk yahoo.com.mx yahoo.com.ph
yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.vn yahoo.de yahoo.dk yahoo.es yahoo.fr yahoo.gr
yahoo.ie yahoo.in yahoo.it yahoo.no yahoo.pl yahoo.ro yahoo.se yandex.by yandex.com yandex.kz
yandex.ru yandex.ua yeah.net ymail.com ziggo.nl zoho.com zohomail.com zohomail.eu zoznam.sk
`
    .trim()
    .split(/\s+/),
)
