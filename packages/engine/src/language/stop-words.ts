/** A language whose words are stemmed and whose stop words are known. */
export type Language = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt' | 'ru'

// Lower case, accents as written; what ask for something (who, when …) is listed apart.
const LISTS: Readonly<Record<Language, string>> = {
  en: `a about above after again against all also although always am among an and another any are around as
ask at away be became because become been before being below between both but by came can cannot come could
d did do does doing don done down during each either else ever every few for from further get give go going got had has
have having he her here hers herself him himself his i if in into is it its itself just know let like ll m made make
many may me might mine more most much must my myself neither no nor not now of off often on once one only or other ought
our ours ourselves out over own per put re s said same say says see seem seems shall she should since so some still such
t take tell than that the their theirs them themselves then there these they this those though through thus to
together too toward towards under until up upon us use used uses using ve very via was we were whatever
whether while with within without would yet you your yours yourself`,
  de: `aber alle allem allen aller alles als also am an andere anderen anderer ans auch auf aus bei beim bereits bin bis
bist da dabei dadurch dafür damit danach daran darauf daraus darin darüber das dass davon dazu dein deine dem den denen
denn der deren des dessen deshalb die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen
einer eines einige einigen einiger er es etwa etwas euch euer für gab gegen gibt habe haben hat hatte hatten hier hin
hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins ist ja jede jedem jeden jeder jedes
jedoch jene jener jetzt kann kein keine keinem keinen keiner können könnte man mehr mein meine mich mir mit muss müssen
nach nachdem nicht nichts noch nun nur ob oder ohne sehr seien sein seine seinem seinen seiner seines seit sich sie sind
so sogar solche sollen soll sondern sowie sowohl über um und uns unser unter viele vom von vor war waren wäre weil
weiter wenn werden werde wieder will wir wird wirst wurde wurden während zu zum zur zwar zwischen`,
  es: `a al algo algunas algunos ambos ante antes aquel aquella así aun aunque bajo bien cada casi como con contra cosa
cual cuales da de del desde después donde dos durante e el él ella ellas ellos en entre era eran eres es esa esas ese
eso esos esta está estaba estaban están estar estas este esto estos fue fueron ha haber había habían hace hacia han
hasta hay he la las le les lo los más me mediante mi mientras mis misma mismo mucho muchos muy nada ni no nos nosotros
nuestra nuestro o os otra otras otro otros para pero poco por porque pues que quien quienes se sea según ser será si sí
sido siempre sin sino sobre son su sus también tan tanto tenía tiene tienen toda todas todo todos tras tu tus un una
unas uno unos usted y ya yo`,
  fr: `a à afin ai ainsi alors après as au aucun aucune aujourd aussi autre autres aux avait avaient avant avec avoir
bien c car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez comme contre d dans de depuis
des dès deux doit donc dont du durant elle elles en encore entre es est et étaient étais était étant été être eu eux
fait fut furent hors ici il ils j je jusqu l la là le les leur leurs lors lorsque lui m ma mais me même mêmes mes moi
moins mon n ne ni non nos notre nous on ont ou par parce parmi pas pendant peu peut peuvent plus plusieurs pour pourtant
près puis puisque qu que s sa sans se selon sera ses si sien soit son sont sous suis sur t ta tandis te tel telle tes
toi ton tous tout toute toutes très tu un une vers voici voilà vos votre vous y`,
  it: `a ad agli ai al all alla alle allo altra altre altri altro anche ancora avere aveva avevano c che ci ciò coi col
come con contro così cui da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello dentro di dopo
dove dunque durante e è ed era erano essa esse essere essi esso fa fino fra fu furono già gli ha hai hanno ho i il in
infatti invece io l la le lei li lo loro lui ma me mentre mi mia mio molto ne negli nei nel nell nella nelle nello noi
non nostra nostro o ogni oltre oppure ora per però perciò più poi poiché presso prima proprio pur può qualche quale
quella quelle quelli quello questa queste questi questo qui quindi sarà se sei sempre senza si sia siamo sono sopra
sotto stata state stati stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tua tuo tutta tutte tutti tutto un
una uno verso vi voi`,
  nl: `aan achter al alle alleen als altijd ander andere anders ben bij binnen boven buiten daar daarna daarom dan dat
de deze dezelfde die dit doch doen door dus echter een eens elk elke en enige er ervan etc even ge geen geweest had
hadden heb hebben heeft hem hen het hier hij hoewel hun ieder iedere iets ik in indien is ja je jij jou jouw jullie kan
konden kon kunnen maar me meer men met mij mijn moet moeten na naar naast net niet niets nog nu of om omdat onder ons
onze ook op over sinds sommige te tegen tijdens toch toen tot tussen u uit uw van vanaf veel via volgens voor vooral
vooraf want waren was we weer wel werd werden wij wil wordt worden zal ze zelf zich zij zijn zo zoals zonder zou zouden`,
  pt: `a à ainda além alguma algumas alguns ante antes ao aos apenas após aquela aquele aqui as às assim até cada com
como contra da daquele das de dela dele deles depois desde dessa desse desta deste do dos durante e é ela elas ele eles
em embora enquanto entre era eram essa essas esse esses esta está estão estas estava este estes eu foi for foram há isso
isto já la lhe lo logo mais mas me mesma mesmo meu minha muito muitos na não nas nem nenhum no nos nós nossa nosso num
numa o os ou outra outras outro outros para pela pelas pelo pelos pode pois por porém porque pouco própria próprio que se
segundo seja sem sempre sendo ser será seu seus si sido sob sobre são sua suas também tão tem têm tendo ter teve tinha
toda todas todo todos tu tudo um uma umas uns você vos`,
  ru: `а без более больше бы был была были было быть в вам вас ведь весь вместе во вот все всего всех вся всё вы где
да даже для до его ее её если есть еще ещё же за здесь и из или им их к как какая какой когда который которая которое
которые кроме кто ко ли лишь между меня мне много может можно мой мы на над надо нам нас наш не него нее ней нет ни них
но ну о об обо однако он она они оно от очень перед по под пока после потом потому почти при про раз с сам сами свой
свои своих себе себя со собой так также такие такой там те тем теперь то тогда того тоже той только том тот ту ты у уж
уже чем через что чтобы эта эти это этого этой этом этот этих я являлся является`,
}

const QUESTION_WORDS: Readonly<Record<Language, string>> = {
  en: 'how what when where which who whom whose why',
  de: 'warum was wann welche welchem welchen welcher welches wem wen wer weshalb wessen wie wieso wieviel wo wodurch woher wohin womit woran',
  es: 'adónde cómo cuál cuáles cuándo cuánta cuántas cuánto cuántos dónde qué quién quiénes',
  fr: 'combien comment laquelle lequel lesquelles lesquels où pourquoi quand quel quelle quelles quels qui quoi',
  it: 'chi cosa cos dov perché qual quali quando quanta quante quanti quanto',
  nl: 'hoe hoeveel waar waardoor waarin waarom waarop wanneer wat welk welke wie wiens',
  pt: 'aonde onde porquê quais qual quando quanta quantas quanto quantos quê quem',
  ru: 'зачем каким какими каких какова каково какое какую какие когда кого кому куда откуда отчего почему сколько чего чей чему',
}

export const LANGUAGES = Object.keys(LISTS) as Language[]

const split = (list: string) => list.split(/\s+/)

const SETS = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Set([...split(LISTS[language]), ...split(QUESTION_WORDS[language])])]),
) as unknown as Readonly<Record<Language, ReadonlySet<string>>>

/** Whether a word in lower case carries no meaning of its own in a search. */
export function isStopWord(word: string, language: Language = 'en'): boolean {
  return SETS[language].has(word)
}

/** The words of a language that carry no meaning of their own, and those of them that ask. */
export function stopWordsOf(language: Language): { all: ReadonlySet<string>; asking: ReadonlySet<string> } {
  return { all: SETS[language], asking: new Set(split(QUESTION_WORDS[language])) }
}
