"""1,797 handwritten digits, 8 times 8 numbers from 0 to 16: `digits`, `a_batch`, `read`, `train`.

The test set of "Optical Recognition of Handwritten Digits" by E. Alpaydin and C. Kaynak, UCI
Machine Learning Repository, 1998, https://doi.org/10.24432/C50P49. By the repository's donation
policy its datasets have the licence CC BY 4.0. The numbers are those of the file digits.csv.gz in
scikit-learn 1.9.1. That package has the BSD 3-Clause licence; its description of the data names
the source and no licence. Here the numbers are packed, pixel by pixel, and the digits behind them.
"""

import base64
import lzma
import time

import torch

COUNT, PIXELS = 1797, 64
LEARNED = 1437  # how many are to learn from


def digits():
    """Return (pictures, labels): a tensor of shape (1797, 64) of numbers from 0 to 1, and a list.

    The list holds which digit each picture shows.
    """
    packed = lzma.decompress(base64.b85decode(PACKED.replace("\n", "")))
    table = torch.tensor(list(packed)).reshape(PIXELS + 1, COUNT)
    return table[:PIXELS].T / 16, table[PIXELS].tolist()


def targets_of(labels):
    """Return a row for each label: 1 for the right digit, and -1 for the nine others."""
    return torch.nn.functional.one_hot(torch.tensor(labels), 10) * 2.0 - 1


def a_batch():
    """Return {"x": pictures, "y": targets} of the first hundred digits."""
    pictures, labels = digits()
    return {"x": pictures[:100], "y": targets_of(labels[:100])}


def read(pictures, weights):
    """Return which digits a network of two layers reads in pictures, a tensor of numbers."""
    w1, b1, w2, b2 = weights
    return ((pictures @ w1 + b1).relu() @ w2 + b2).argmax(1)


def train(title, step, weights, steps=600):
    """Take steps downhill on 1,437 digits; print how many of the other 360 are read right.

    title: what to print before the seconds that all steps took.
    step: a function of pictures, targets and the four weights of a network of two layers. It
        returns the loss and a gradient for each weight, as tensors.

    Returns the last weights, and a list of the losses.
    """
    start = time.perf_counter()
    pictures, labels = digits()
    targets, labels = targets_of(labels), torch.tensor(labels)
    losses, order = [], torch.Generator().manual_seed(0)
    for number in range(1, steps + 1):
        batch = torch.randint(LEARNED, (100,), generator=order)
        loss, *slopes = step(pictures[batch], targets[batch], *weights)
        weights = [w - 0.1 * slope for w, slope in zip(weights, slopes, strict=True)]
        losses.append(loss.item())
        if number in (1, 10, 100, 300, steps):
            right = (read(pictures[LEARNED:], weights) == labels[LEARNED:]).float().mean().item()
            print(f"after {number:3} steps {right:.0%} are read right")
    print(f"{title}: {time.perf_counter() - start:.1f} seconds")
    return weights, losses


PACKED = """
{Wp48S^xk9=GL@E0stWa8~^|S5YJf5;mAapfL;IqZ~g!OqqqM@K1d1)ITD)lsVZ(0-6a2#zE3J=<)=R;vIqOO#zoA2IpSq4BQU
Zz#9%<Nb(Sw6k_c5coh_{AvU5j#oy8WC#unKK9+>#CFsX+w#@K~ho4$&C0R7CDxIw}m>>@!tdBe~^9Ta|lUv|?Ov_&WRpK^Q79
T@LxdNw%k^n4N^CDG=Yy%`T=_F>lY0aUc*?SEfhPI^JH>0^i6B}z`QPYoIx?tF;kbYLA<EgW%5nHPneI_?XZECa5FklEt3@4{N
f5krs1HT=3=xuK_dR+1Q$_LRQ(Z;pJql*dyx&-6ykhNf>WiM|fV-s~isS5A^mi9lSV<$;(mxUTV#sN1Gdgb*5kZ0$kJn6&)7yX
)ZHnV8x+2)#cgx(FCE<=_3dAafe}>Yy8hDx3ia>X4_S&o|5erU5;&TpgIlc9!7HNy1__!%i946O7F+9ub6QsoHID5u4WpLdxiF
c+$|;9X%o0-hr7wrWCIQg%<BLfOZY|S01q(H@*cjTA_?!<X2!>!h#<<Su++pP<XS@ynW7Nw`>n{-<AV3(WtwSv>=!xWCuk>Y$G
ARYui~g$Rr9tpt3%upQ6Z41<^S3r)S&mc{j=3QMyW_8>A+vy-SZCJ`t_tmju~GISg*0_4zYfWBOT2prkEx3-ub#i)Z7cXqp{Kp
L;NB5V1fC_9J*s7<Q#6(^O#kqfas<CvE!@TiA_?ZY11{Q!y8~+yTN#Y$F?ePP}(95gk5(U`G+R9JEPGFgd(ZYye-fv;Fl^a{at
yQl4>!uM!k>*1@wxTt8E}wK&jF=99DwnGY$QRPr+mcpA|<#XTjp`@y3#ce4ztb(E{fK&<q6c=_UL7u}5@GrqulE8dX|RO`eKpR
}^KDI#lf_-j@R>D@#eh1P*6Gj7i@;a^uCyy&b7?OW*q58JV#b&tTn5|fB@_(d~Hcg)crE33jWQY`_9K#jWKO_1UliW~J}Sbl9~
)EBHu3~87$WiMl(r&8zc5U}byMq;a}v6lW3rgFZrSf5)E;_+8e9lM{Mc7_qybhm#v0*;J1*U|$k{iG?J3MzA!*(J(uT78`!$RY
CK4OGry4v{)xX6z$#36v5nz9RGYc0fl5W3aU;(3e>rd7DRYZ&FP4SN`*4cyJGobAdfb->63!EPW`r1Dd>ldY+m9btGvAC`c{P@
cFnp%s7EuV-t%m<s~d~Uw>s<dz(jh3GfAkwgz|N2Fgb6!;)p-xvuMjFhZR6G*l1<CRGbTz_5vhina7A#v}}9)o$%5(!Tmwpl%a
o;a$`SZIiFG(r{IamVvHL5c6D3INYLQ<#r%lA!0^X&viBp-*=6o!<-#2Nj3!^p#iek#2ZkqcUpKFH=x=Z9HNw-{eD?*JU%7O5*
IZ$bSSF%fZ5Ww`xjQUiCKD%!L$?0IR}tV@@umrjvjRd02d-*g2NOCzEh_*=rT=I;vh59vLqNHlCAipTWK)R2J6Q=Bmp1$f||rR
q8oC9-Z~3)DD8OiHse1;K`qr!2+d}Be<t)-y;@)F<<Rv9&_j&aVCir_%QsX12Y`!Bma**9aX3JKuwS2m%(z}T7Lrv3G7?uq1UD
4~s$^xJ`U&xyAg<WTw;iM33}WF{cT}4s5%=gcwl%w|132>I11sWbGQ(bmzv|R>&S{eAIhhV4vrn_rS(eq03{m=22%R09nj!~b5
zdk2WC=2~`N0`!)a+4Njfp4(LPZIfh7Y=|aekOr>#1IkpyF0U7V!*jbYRL!%uR}_5U&Fb<u_9E2Z))-F%<G@6(CKo@BTgN<&$<
j?_(HNC59A@!gC--#sdNv{myBKeVgv3{aPYd0Lr(&Q>GIt9wV<5R%__3XK~Yfxxzu4S(B$UEbAaN59LbmlLHI#W$|eh?)yUHoF
t4!U~{GnrTGoH*aWcKUx+tALi28Z|1c$nKcP~C?_wu%C}}NR%Kr}3MzW<c9wZn%#vu?4z{{?cWS*0Yo28Ad2j~#3FOSRP7Pj8A
jlGI22%3H^u7&;UwWwAK#5z#m<Sg_#WiwjS?8&qbhYK8Jmm$mSpsjfTp2T7ud~4CjJ|@0UZhek-8Q&UyX;JC5aXjyL1<bWkm^*
-?Uqw@9oYKAuRzdTKDfYPxNzzY>VeMwbyNLJL%#1Oa<NV@b_>6F*k5J7*+<)f=R{H+&tI{dfkoz-d-+Rk8(MIz(kQ;9mN{MUmn
{99-#TwDkyTT(JbgnWyDPv<Rg-AV}PxXB4txMgMU7`c9{O?xhO&c=BYNp7gwj}0V4>H1aVE<kTCVDuGQkkUX<rAr}UiX&a5!-l
tiR=@W>)r6UNlAM;1eLx{G)fn|iA=FKcO|OvCCo5IN9l`(E$I9~&!cmW_(DE1bISEy4f*O7V?AA)sZsn~&`s$<52PYW|D(ed3#
5EHCfj&|iriZGv^(xHq;zACBbhqRsa8WQ_WTAK4(7-D%W2wWtO8D1A3s9nmiYbnZ)w}GPz>B2z~$)u(a|x+ls}8-lRHkY&SZUo
7qhxZQ+<}P6X$<Oj==mc!wg$jq=pV?KcTB_8LASIuJlhiBBeFsFf`28fy#QL^XM(^FzaNF{>L)&LM0~@KifD4Yv=;7k0ux?MU!
}iLT9W2+9D!fA$9}bjOIc8&I)7qQ`x<%h(F1)YL0)*D92aQI4m0^uPT37rT-rTOPeg#g#xllGqnbw*NYEU-dW0Fx?YwSKDU<S6
(U(sd{~tGk4C@VO_Qpv!mmjM#(=$=<QFNhy-QU8<oQ$>zoDZ!%iqTqceXD=<G7Z)I1ZhF1@5W-rM#d?b^rJv#%cagq$1N>AXIg
O=ch(oO3%s<$7KHGExg5pp*Q=d61j8`6Bbf&_rmB24G&xP7bs~D(&B1YtC+zkYIaT+&85yJYSM(O1AXMVa<Tt*3i#1k+p@TWx5
KR3=HtAMyeEtk;lQ(_h~L(=Rp$=g$gEEz5yJ-iVWJd-3e&=YE~q(XC1DF`cl(M?gU{lscy7hA@6Qp9gTDUV7Y*N{Z&J8HxJf<}
WLyk*uTvvQ9uN#_V72;4vGfCg;u?&0EA@I6=Z1--Q7R%l_>XfYFCXqN|LvA8oKZ<J0|Xj?mC}PuFz8XEdJpp(nXCjeIYuT4zGl
%n+i7}TJVm<&gM$Ru$ni2-Y3JwTs(6B+ORM^NFwzMgARIfKpYaREh{X{wyBI8+#lHJD41T7$68?i~%3FHhygX=;SL;NL?61LTd
`3*JSLg!_=z$U!*oVI7nAU9My<M@s`eHzuT!LvTGc@BC%{zN`IN>ku?pig8MLA^&xb>#mR$;L&w`nq~=2-E4LUq~#w;OY_>sNi
)RZHlZVCC7~e;yIYz0V&68!B3{SUumOSqYKPOD+V04&GtmXKvr`f@wdUl}qt9GK<|OQ9n(1D`|W#jL!J@mAT2FgT2V&vSzKgBk
7LS5zIW*jA&E2mXy=^<=s&I)E}K<(0R-ji0ze#|EBb0O!<r13%uSy`Oy^9sj<pf!wzdtj>a_RLt5Y(pNrZ>h6PgZ2OaAp8}*au
3*DKoCHIA!qkb4bXS6(Wui93!l28E<>CrF}QDl-+N)I~AL0?zFr(L5sNCUm2SjwS4@Bz=a0+X%x!&3i{)6+Zl)K_deS+j-~@5U
_&=~JQHaeC8+OzVAXX=_E!zC9{8g1QOk4?if(FM)&xmQypn=_JdzJ`CI*fS_;kU_lWt1t0BrXW5t>%6uR|wH@z4^s=YoYRk`6t
p-w=Mc;`nug50=z2Mn~j70haf3x0NAd*=mpO#267vUs!fW)t-*Ch5R>0D@{0^9LsN<qB+oS3%#dB4Z*qf<YArXY~|gx^DLl7|4
Dvm=pP3vMr_Du?O%Q58=Zlou<SXL~6M9l`}0C(+ejL^xGKaxlLq)1KKb-vw^gQMRUJht0C?0HbOTks=fmkgDZgl2aJ*+4vDXUq
><q7;9lPtRTM6PH&$E8i&o#jv;H7Nnz0*V%%N6^S2+9?A#-dSxi^2vIpLk`oAI$*3;kFV*9M<6>zLkQ8Ig5IUZ?9e#&(JE^}PL
30qnID!#yy0xOaUxHVh(Vx2AJCf5ix^e|c1h5pZO6f{Wok$1Jb+>3WNSB;laINX3iB&ajBSq~<<$`#B#QnXTT^X0cjznMH|C)B
U<lm<>41#r-y8J8z!H90mOC{Pr#>d+FQik*8YwX=)jSs8`SUFpD_(2K}$1Gwf{@|W1^wWJa1TAOmEas0q4DQu@O-wrO+$Ijz9&
j`ihSBfe_-?(nDpDa*6?(eJvakS{MXN6`T=kT!zlQqxxF_fw{GE;4o;n*VUE)4{|pS&l6|Hu_mdR6xnCEd3smuvJ-l;D%NBWE#
{b#Dp4FkHr;A@ZlV$Kl?l#fFm(w$iK6M}HHo%ql-C)J%azxYcxJm}P(nJyDIHheI;~>f8r89w(i2cn=a9mqj7$_9!5sv|%mXK2
gjG6|e{la7I}VGlD%5YMxGIc;_~iY5NTWso*({tZn*{#Ar2m<-p6ZMj>8B6IUj-7%DMzxcNdZAu8@j!rbQm9Wq8~z)|3;&IqJg
x+M0iP^sJwI5BF=*Be+b5I@iOe!AN(r1(8`51PkFyY$hdD@Yuu2n&3AQB>kTh~CCmYy%o6Q8Q^sSZ;l<g`*lxSG*Y-Y6N<&_)O
)k%xgWg;`lKvBeG?OUw!iM$1{A#5S#A{iV0^rwtad+x`%r)$8P<TitqL6jjX#yg0~opt>OBx*;bBdvP*iq)@SAyI8w$fFq?quF
MSG>5S7>qZ+BFAm_sb=e2y;;R(p}CY=oM%&X#3KtrxPkL}${WzdseJ1))Z&UGz1$Pa_V!RR>XK%_}-5`&Dd3VYd$8)oJ|^V-JO
Zew2KeXeeI$fB=YM%^frc<Kg}-JDFeYl{|UEnZRp>JU(9uKFCM|E%FOT8_W{b?4SC1WH~x|O_#xf6^`pq*RoveX_Gf8$j_IZ(8
E~bO<o`5o}Bj11#y#L<0>Tb)|B!)o#9@@>&9Gwqw>uVq&+LnUS0t`iwJO239~bif+f;w3mAaoWP5a+{?R;9DIa2Tx9ffa1$(x;
cst)5I<K`6NIrwD)Q5=nl4*IH4p@@Dw^h|jqC4wn%fSWz!nAO0TXL2nmswp_TY#|Dhoi6L7~8s_1L;pQic00$iB4NVOHy;Llt6
p;m3z>ws05(d^0GDn=M8!hN0N=+#w2`b(}L4pHTf)g^G4m0gLD@(3+STk9RX~a4z-xOk%2BiEO35pF#c-@fIM*yk0N_&1HWlQO
e)gD3gW1uB0E%i;he^7KZ}9+r?UrUHW?_K2}k@adV$#M(r<9Cy?Uyf?Hnhs-N3x8v4h4!;DZ_BHx4q;g-}hpsF9Z_6~^f{7Xg+
&yN2bb30>fI^v-I)v}z>rm>EN3SnMC_Sar2nZlOTnBhQD@NUVlVfUq}vTo%8{9C-Ej;8unsI(w~xb%#dlTzt=ex0Azx1cB|>w4
+dji<mW^0KiTe<GEwIt>9DAoD#MwOzq+AFR<k4$bj>nkhQlodWU6@!+KHCjU0~Fj`+I3QTi2>*aJ(;WiF-qAQuhXmrr;x5$J#_
EZAvjW5rK*)xdh?)7rynHHcfS&BeqQxD2x+jl`Icq7b=B2{YFp$VeHZ_4|Gz<zTs@`5K<I#xn479psKKdBYMv_*lZ~6)hq2XL;
k7#<)_5GF=}t&06rAdhgv#EFbeSE~ne@PMm`*UE_o%K^r8}`D;J-+l7~YMc&O?E`j1se8Rc(%)FXzf6kx4(7qgF?&?jDV0)Z7v
;p4A@9rbysguC)WP-XDG1$Ns;1<XZ_bcPlP_fei{gBMm-nDr}9p|sj1K*Y2xted<Z(dTkuUX)=yA>FakoEQ{(Q)%?JFPZa+a4$
Cl_a(faYfunMz1k>gAy4>gG)FI?Ip|8d$!w%j63ocokwn`@!`eO_CrjD)%oY$VB@GrW6>Fe=<kNG-)|j0ezUx2r3D#S=mlW~e+
2HUwO$YOLN#&E?cP_X2^!PcV5=)PM0sG;Xfu|f6p6x_;a)>?wT&-)EjU#22~Zz%<dhcm{cxvT4g30m3rGO<KwcyXHAlut$ToJW
wRwkfgCZ%q_}u}pBNCbH=mzj<lki<J_qe2H3_I896CV#<U1{rmqqb6KoT2V~gm$QI>mL(WqCi;#y;BekqY&9DBUWOv?MYCrCiT
*0p#%EQo~DfQYncecR=&+$+vl6a6G&V!UX2Kvg?z!Ls!JTdJ@2-JwQYL?uv@K&>op!U0}_W7uH!Tare+=kZEA)7kN5cM2jD;=p
(9AYiNeYt5*e1`tmGi&b^??k98$2nkA3!6QNVd|Qr&aVZ)Gz2hqWERX}0D!U+&F5rW};tky0HK+rgdt57ZTr)ZJ|b1A}y`aL*n
_3~z`07ymh@MiRJ3N=Se}xxDI!h{f3Tf*zSI5v~~5C(b4S44gYG4?XFQDL$l}dHEv7W;i9<ez|4uf#E1_rH6;sOXZ^3KH#d_GK
EfThUm%;MR478d@K>V$*im&BbaL`>FM#f)<Bzd!$=YO<+4&1YYB|D35t7OV;woc_94gkM7Gsyww@f_gwSFp5W+&g3+&v&E2n_b
79hzppWH5Js>td)leoxT$pU^mj-l%fHb|1gQipjK0*bQLaa;PucERiwyFvyu%QSFJ#3Vw1JS1C?9*2v{j{mMLb?e&#D&bfE8zn
Vp?`0hgJr0}kr3t0e<o7E*j|hX?<tl;(-~}&CqLKrx&Tu{$fpIqy5!9>x7ReWbEV?Ma<Ksg=UD3LCnRoI$ZY<YtVXmzAcv!ag-
c17B0Tbd%*8P;#x~Ia9Fsik^y;f?JkYhaEV?>Zo+j;zYT*L*#PyU&iCT?qD87$_o==UC4B?RU<5<C7WClfs=CVr&N3-7LpeTfd
rS1?b@^;!QebFcNiEB3Ic+;Vv+LrYT|`sZ0FciL}5M?HZlOokN<t^TH>+`^YU*>QaB<TVwCohqSL2^l_hz8*&0xurwxuO1>Bj5
6v!dcxa<xmEaTk@RW@(~o)Vs@lnI@XP#mw`U@tV5tmaPYqtWd8^NXa+4qG7uE#3{konY)<yiG)>D9yKK~Qg@}6(?_yjw_&#la9
T8?=JU<lV6M5I^{ke!{?_NGbt91_kslC({?fAJKrHLi~(=zk(q!1l`FyNW4~gHS&d@ut$ikOmYDeDMwhClopmQJ_d?sv!(tqjX
L&6Hf7%%WrMtDOd#UKrx>WC5X3^tj$>@a1X^-8y!X8PaZnQ(Um+>6crc((hHYNen0PuOVB_uMIlYeQGU+!gY^ITB>Q{GDc+1J^
?P;-cGl+*2Q_wTN8aF}`8X)H_gYD!dmRKy(CIHU{qR)d^$_qX)2XqJ{iYOKnL9BDbY^5q690^PzoWygPT%m{yg#gxmXW@qHz1_
4iG9w7fHkYSk|*a{WXU=&FK*ER`%kewyi~ioDPX~oh3L<FV*EpyGi~7naXNwowG<Aa#Qu_jiXm8kxu^eSLH`zhJmI?ksZ6D*;=
a!&f4pW(2O7Ke3dg+Ja@YkwMR)b5rWREL;K`0+neVH*$1P%>X(=gp>t%>zo^UfPJsAl6&dVkuqPGQu?Bx}jm<?4p!NkgN+@}Ju
g(*Nbi2?3SgNlGTgul6?MQH46%fz%D5_}royRx_ie#}LnWXReCuQz5iGT!A{!{iKcHznHud4-C3SXihGSQ4sd>2OfE9HCc5Iha
1!)iU46o|-zRzK$e)$=D~lg!&)ky{t9HE9h^y5IIv1OdVeMmb!^yko-vLdj^C@WLN}2uRq(sw(-8N>Kiy~V;~r_QhNnJAvoPTC
{;VkV?W6oT_%KP`j*pxOq>EEQ?&&Q!jNkde=S3f&s8dn5PH5i^7(kb)?Derv<!9ZEf+%z22NJ4*8*b*kl~YUOwvN~X@%XBid4#
w1ExpGHOvEK&U;!a7bBrvoTD~yi*m7C5A==mBTT4kqK`nglmiKdigU>2)w-AlJ`3RCyG*KyEXjyy8$s<1BiT8+HAZ9Z#M6?A)q
_d6SvpBUhdU4@)e*7SNe3EJ-=Q!2SLK2{T84#=H?<^D{g`lY0OIkS)TpAplkT0BgK^y7Y12&0O<U$3gWUeB*o4aDbR#(V`C6uP
l2C?#5|}2yNxc&-P$P0+4Py8LS@&dA5EPH4tA)s&v?m~pMkKGt*QaHmpI)5BYcGt4rv*@bIzW5pUk1Y+fdt7V2e$Z2;3BL~tfv
&d+l<bJtMAN9v(TZqc=1}ZdA#JMx-=!R0P=v(ZaA4MEnFvZwmSqkNl%b6NC-=h7>=tck{R%~jsi|PO>K1?1K)jm@0VX+emAzwF
nra&ToeCV&vV7O@pm}}05AgAZ&&p%tfH|@^j}u1yWwuh&83gdI&$JwvZ{N}dQo%!`bNEPCySKy0pIgC;1HlJiw+x6Ih>dXd>qZ
INiII4lHjiH<b>4Mz2hiziZmV4DSYA2OxZi>C3jM%7fFrrh<ITh4If122&B|Nb$ppJbIuz!{B@ET6f0_O_)h4tD?fk{otpvmW^
}m!&QA~2rZONz0tEkbD!CKY9{ffPo-s)C%AJ9*`#xn@(wIzHuzZy=MF9*3-QJ>s)upGi3y+$}_1V<6n{_`R335`|mb*7CF>2AP
@24%`BR6QFntllmIg)q?KTK#LV6Ic*%c)PSEz!P3dh7W?>qv>ugZy-}fHmxX^ak?LrKW}WbK!SumYRfgjJ=;py7)3fe)tjK(3>
5QAbUrBR|ssR*Xluz;S<NlusWXu_gGd>X*kuV&NB}KxuOtG+fAsaAD9?2+STy^xx#J2Tfkcty`Oom$nnY}U-fc!{lGoC3?OgYX
E4`h+Za!&*7^DR#DD`dLCiczTwtKIJMCc~<OnL}#XP(vB_bfLanE)%Y*;hjg20&=3gO{v779<f#mV-C+g-B>KW8lBf~jEBU$#e
v&d@g1YAz|t06!xI3Va%=tE~D@$I_kXtC8oKAj(-~%_f5>#JLb}Xz1LvrS7PKup9=+HvTLi6)wV(`@bN01Z;AF_<uitzQhA@>Y
gek&ULNk8t=g_kg=&LzASus#GC&(&F)~kCrhWN4G1n;l)2!Ez%%P5W`B!f9tRQe`l;MhC|sAKB-#yyeKHrB)T=-m0ne$9uiQV!
kY67_4YblM_LAt@I=JLL{enZ9c_^ILZ$RlXh-U$O)oqETMKht^(k=gynQb5bEb!t?4nY(V+IxD-4jEY_)4BFf)_>O7X9I-5-mg
}=idv7wR(z$>QuDBYE?Hc#W%?m<N*;p;;1ywZT)cR?`Ghw(!|9J2qQSm9nK)MML4X%IbI3aJ@Kp9}xTWY1+flClU)oblQH-0@3
RkP3cCWZPz2WCp+It(2gX5|)VLlxSZR=*9y+-!I(KS8-%?68x1)yQ5QSR{d(>g7Bb>G_Zs1GnGVWv`8Ydp=L>^CSrW!s)ph|ey
+GEQV)BQ!@LqEZvOugw(VLjRi8j^=^I@>1Qfm~;S;p*a+BLQqRj3<MO$pO1p<q9h_tdDsQVGGR?0X@6|3T#8H{v(QRxkDYyRxz
hs@%U36HHU#^4rJth!Lmc%U4XnHC?L2uZt06>0HW^|)pNF4e;Mc)}<2j5rE{LoNznq&&jr~Z3ZV~ivuF)|oh3`#Z5TcLX#D$cU
usjITQ1^FMUXJ<JOdIua{VQ_9zX7XXVIAJI1%zggtoUjxkL+8p-u6UjF4LTAkwQ=p#ITM?fg4^UN#jrE!uAyB51&Z!QoQJlQ{F
N=id|Wl@*NVTX^hvuMn}AZ8aedZbCb(I9f4ho#Y63myEcno(qMz+(w8UD+9$II;f$GbKCv3&LG;mebUYr48%?+aeRx+fj_Wm_|
49nUrJ!;HY?Ek=gD|swII`c>cl}0PF!2sM___jvdT9ZYBt&U$#14Y?hCkM{j>UTPe4<!ccZZfaieGyNZXTL|Q+<asmXRB1*+QQ
EgS0C6>~xUX4AeK8HL9}GdB-iShYGA%sXqX)@W%mS{CDZF9juwu@-8Tb6&v#i;iU{~D??de7EKDGA?<~2Stj9CI;K%ArO2x1Sn
AG69db=OrBa)2HWW8qOtw&8x_W%9u<kkijzW39GiU!iC>L)MOA*#R5V=RluL}(66(h*F4kl*{(0ivLoW1nyJ#!tyV3d*Pfs}7S
zn`(3cXm73^jVHy5%CQC0{0peTUH9~vNP?E>qck8sQ3k_<vPfHe}(E)OUAKmQwmDfD?o_mOYm^B$l-<+l=6B<-h{a_!&3VEdl*
76f!_?mz`@<8U=b5ka8FXymcSfn?|*#8VzDf8sknQh3@p~Z?>j(Pu_(_rQlNqe->xG0bYWe-Iyu38p3p*xwtEe_7gOYwNG1o*U
otDu5;(|KV~$mSewH*!=$6+UD1L6RX^JRIWy^<HH<-nc&t&ug0n#p|Sudmt%sD*M1xvAl<nQMprB}D26~bY`pdCjwB-Ml`|Lo`
*%SmDOVP2wnWK+3!kulgC=tJ!g$3`m}>_nhGOO~w#u#v7@Hu*LX5VW6rB&vFP8&OOI?=E74Jea9RcF-~GAlszg(8#}l-XAi05m
-}O3$txF?%cPLXUAhO*Q!f$Vg$F*tQVfa&!ElU<SMM?D6uBMb}i%859P-4SfQuXo5s}Yb;8I8w}j*=_K&vMgHLBkTc->y61{yb
LvG=ZH%PZ@SMp$D4rz<Twx`9Wpkkikuy$?GP$_&|0~(^&XG>3)-?#O^a(;}XG0@C+Yszb)|K1Cz4GHYnqs0=4U*y@bTs~v!3uM
`|d4u<i!6=P+572K4X_l_H7w_w@?gB*@reSn-m}z1(4;jkK4^2@s%|1eeP-pOpgBkIgjJz=m`}es6J7=r346$kHVu4`CTbL26F
Ul#B)7S67Kg5iR^^*?U$c80AxUfDh5!jEDRXe;E)`V~`*nu({c1-=F8LUzXO)H??Zxd2Yp`Q*Ap^5ea=<yd{4m8@F$~I}h^SD?
+Qr?+7R9e)`!+mk~99yptON_lT6?DM(9K<C>svLtA^*K89YBi6P2@X(F^V<zL(x@2m8X5Z|+0eiCW#eMhB&#$P4P(>BeBK1lzG
?FIia*y|E7fPI9SHs4tY@StisD%1AaR*0d@>PT4!Ve;oh<R+=u*}(f40UI*&_eC&2tIRuo>3JdumNMuLY3xwFOWbL#mSs2(J>Q
JV67mpHkxY*7in-JrztD7_|=1pX2yj)Vx!mh`n5~1Zb00xU#LaEg)W}4)vNeEF~8$GRqa8-YE=e>LiNxaTMh)kC1hVxsyJTpud
+{({V)bOnl&!39oD6-Q{jO0f4EzCePywp7~rrlVc29+o9zN{o_wNsR#^AS>?lZ;;T>%+bF17N1cxTp(@Sr_3<l;lfeXGc~X+q#
mV-+r&Zj?Iy$(TcwFK+1#7cHbDs61VP+pp-FGQfvx>pniwQSVGqop}Z>nN>otH}GZJ+@)5Iqlnkz6t18KZ?1+^zDP^{y|r%8;?
6!gjU!fKEk1lH00h!5&{hPZ+lU^Ef<#ov|O%jU8`EO+b%9D~6p(2_2jX4s1D!sX{o0owFUnlxNeC4q~D0;OISlos6?<h7i6vEe
UpznZbnQgM-PWWg#H4wd6)+U|^H_BXf*FG9o-E36*ItE|frHU^F(mVtGm{N2sYa!FYH{P=Sx#=z7tldV+c5quAMA7AY0rhdB4K
_!`#hkTCPY!yI>!LM4hFDYr+6)r4=9j}wU4_SrAHD!NvfWwZ*<tgA<a?<`V+nUcjB_tSGT$C4mPD9v-`fhzMf$<~gND2bw5smW
U4-SgqqV3B#rs6<VHsIj^lHw1W|BQSdFWeWztey-g&idWkcu1bV8tRCJ+a7yf&yV(|x7hnge1ZegNdvGHYC~XXVR-h8VQ)C0<X
g5m#z!Go-g_=@k2;P^Roc?KA8^9XMFQK{R%szF<d(hyUp8!ihI(83$Jc{o>rM`2;$M}(WB1`8N*dq0BmM8Hq2nX2s6)M<jk)5D
Jz_0bM2#`5+j7H-ZtfJZMdS!s9!|+{<roI!k*@o{+*Ueze65|~%7a`a|fAvd^)LXeWtXnH7<9&nYOIWtmDC0C+6l$e?4knaL0l
dR^Xed9}J6DNOoNIcrf$qR;V{Y!9(p$89(Mq9I|IfF<=B02IC*5|Lhsnh@$ruQG+lSGW@z9z92y~!x7)n^Kvze-GlCP|#MCXf7
f~YY9*Pi3@XqQR{OXn~XBqpkFbldhdQPTg)z~{<T$EzOQ5cHJlzGzS~{U9jPHYxya$Kc;&#;H$K$K8ei&iKkQPC5af&<MOYybt
W~@sjhEhzQ$({B>sB5}HszFxU1CIe?O{J2uZepc`6G&t{l83Z6t=C={GGeh`MpOv~lIsfcooi!4hx>F9ly%cOr-T(K&dx<7dlr
#+t;fQRe9zkAGPy0lE<UOdzxk6X|l9jg8dP94cBD1~j~Q&GM&Nh+Lqs~z4%MAIqj@3P6zMI9rJu{a-0xI}0t=utpE$r0-f<(A}
TmvO_JwSYZVbiPfM4CSnuM3>l?vWPez)(Vj{O`Xjn<gv!{qvv%o1McPvBeOb`LzGbO8GcKqugu2o|MWPCqKaAI`Kut_8_Nb0Y$
D!aj_{5Qm;KBn7<;L&@tRKt@m$ihf9E(<ILqgw4}kp?vA;>Lpf7avID(N6$wfq05M6L)kw2)%>nOtu`ow`$P9Y#Jl3>Mtp;I%_
<y7XB!%U3bz@##(BfPWL0l-$n^fo(c>_~ye>!I%io-FB--0wItN(l`c|D-+bIQyU_1WAtgn@CBa9pA|^;H?dSXoM%HXuZf#Qyi
dQ7t*E^<CZ#ZeLsZ_|3HHh3Fz&LVt#x1xCJqG?UxCqirnuV|3BpVW`j@_*Vz-wF!*&Bwv(L0qJAGdUAC!Fm|q^*v;S86WkBwK1
m3wp;=Aq*=yC*;pPNWlG~&9Pp$%RDND2fS9qVwzCBHe(iV)4h+x@SeoK7ILRT0hl_-^E(q__?dTCro?DAz^D^x)$LGb{{ou$7k
k{M<>!Zm~NO2N&-Q$cv2x1!_E}1tpsA!Z{#S$AjuXF|MoY-Y@&zP=L|))K~nsb`~7S(h<K2S%q!!HAKr??mMB6{1f`ltQ`(^>M
HEx*s~*~rhY;bZ6gpr!_S-U#(LDVzM60ULL$KdwZDY9uNgo2!zgC98+S4UlF^}{c00v*3>yEsj4uW(-bxNs8Y}1EaKJ@HCEq5S
Z;1?IxFD%rjpVeb7<W+)HQ*%L{|(P=Q)X8%;BzmD-~P@VB|7}Z>!?IvD|aJOh1;?4!`eN8tNI5f7x%F!dBPyZq-ri4G<@!z=4P
5Tp0PY&%tpAsyhiN#TLpSbN&FBywp8ACZT}F>r6>@F>+_eVy>PsWVtZ)h@3$D}G=FrvxAFx6G;BECUv;cu-^Rxjb=kWgIufIP#
|JH}e-$TGsRWi0#dB#a7AV)Ef9cl}4}Q^^HY04v8CY7HiW=d|P;t_oDH7ec)dN+0z*)x7L;fK49$#X0*gYT(1z%|B0@$W+{BG`
1``NSQ=grGOH+BIdJ@=}b+*q%NPtlG5l%l#%EpbYJ&SKPeAc6@Iw!B;f=%yU$45KYu^CB$4)F(-TaNeCE+_(cXCnghI3~8u`n<
4?NJ-BW60pUgrYs#9$ihkKTOBVNlz?sQKmk6w1uGDUx43Anby2ny#I-yttUku6Pwq7v1W>(@6E}*t|!k1{Myj$>d-SE_lsv2)o
!<k+K8tj4m$es*-Mq2fQmY#YHJ3BaLKABIR0ncd*;V#GAdq|VZP6M6Az7ejaRik60Sj>*zp~foL*;?l{re1FQi3=UnZGw4aWw@
OhaB8w%ddMS`I4x~++rl;2v}=a#OP^b@KwTGNNq59B%b2R<EUt~<mPI<MWbpD)#tYFDM7WnvVyfV1Ym9F~MazoiMrnBPa${oRg
s(3{qxA}l${uVG4Dzs#GO)YSKecPX-gH6Q6y6|lchr5Yc2Jsv`g>XUWB`Z=dYX#x-1z-%M!-~FAEJ&76(2F3G}5?tazg&!5~@v
UA&Fwu{Olh5PP|BUifWn9X;e1S0yC9PA`BY2*IUQ8;F}Y@WKs1dt1yWav6Dp`5|L8WLzv}bEX{7W1c``ce1x#HjT~q^tAs3#OH
(7YJVmC0a{4?Pj$+oRkC3%oU6dp?P0>C6dv*P-n;Cx+KDPp8%;Wb9V>aV>XYyqTB0dm5w-DZ9@PghTNHqh6B=SJ&qe**;y$IXd
SUC0f$mGH050!~Tsim>XgtT6lh*7h~{~D)zXLKe|edp!WI(_0^*DGvEJ0i=be|bYe5@$T`^i|^|3!hjv*d??n4<|9W(v(K_JK0
k?F6f+$X4KMCP5=H`^RcTUqYu9&tL~LjMeK0jg{(gBk6s|uauRe@Pna6(Sy@vY4k2+XR}?wZ*nEpHXzhzg%<bvBi;b(3#{4`80
69b73OB9I3(z359=Ze@+}R1yW&#8x!M!K06NeS<LLu}qqM)*}KeHZ$RQHX#EszZSc@SzU*xGQbn$u`k_9btElxknRvU}*MAb=X
lC@HQ{CiX2qT$pl|0<^hOf;ZR^e5YkDun(yDWz-4Y2*s<91!9R)%_NkHGb9|f*1<Pa2$<MSxahCk3U3NwkBMZ0dcpCoBK;_724
ikd6XJ3j)g4p8UgE1o+(_5fLpfyv@lHZ9utI>;a4Ca;C^je#Q0KRfi6EDKFiwKESc5xvc}KG^An{cHeebY)-k$R?#OHUju!vOa
!O|=F?kZvB!y!r2ZeVrnbAWDr@Nok4COtM$z+*Rxy&PFwHm5TR_`b1}sjb`U)mm>oLl|if<Pr2~njPoM(^?=pd&pVfGiiK8jk!
ZbLukFjFA-nLlzCBFbc}4W=Mmdg2Lx3o3>H2PNhGUFr$+Mxw^S)JZBSi}2u<lBVnrjq^eJjF2>8b(4sV?zk~F{#PjJETc?GU~<
vaGBF9hY@%->_9F`eAJD9w@0w&wn_gzXT%iGMJ07PNKo)s!pMFF9y*sTV^E6WyGqD$Im09uB$w0F<FM1b<lycFB4bDBXo|rd#$
A<HNTMwGM^Q>vQptRasKOsJh~X{9)Qs;+c6l2RXL~G$s{iB4MCv183RZQlKxl=v~rNC`v=3f%*$)&f#VxSp?kp_U;C#d46miIf
!dCKbCU$xr2jE_I9Uhl8e`cx~B->ab=hA!{fGbrcj`3Q8ua{!|wQQ*ysl~Fk^N0X)8SlMgXtKoRxn+1C~PZoDSlFtR()p5tjXy
eVXa@!~{-OnMqyHN|3UEAuc9@a(r=yJE+3Tzij0|Z7jVnug>@yjvavdd>haT_K|2ct%Btu=Uz)T{CGQ@bRE*}dH!-_#BXCrn1X
+}m^#FUiJI*uLZX{stq;nUrss~1hMh(cCy|^-!7#O&ZVwCiUQnIYXBU59O}tW+FmjmOT2l$!E}PVy!U}sIUJOA{a%mXwi!E3E=
07fyo~(f`aW|M{vQPOT!aBuhbqr1GbZ68da<9SBj~E_1`KF~n<rlU>fZIu_EUDUF8{f3?ZLyzcj!rmD((6D*&c+s@#C!R@A&gu
BC2K@oEWQ<0l3$|<zg-XJ-y6Ncc}qi>V(lX@J1e24#=2bBJ8n<@b2f>@#2aeKDcYj?Dp%B%VX#y?lJ+eOA%9G!L?R+zZm|O2!X
$1Y9etZ~66UUw%8g-Z-GEQ8OLOFFjhh!0R@DXx3Rm2-W&9`^ql(+^*$b~%rbJpAp-?cuUOcYTG@>V_PtAZoJrM9rdiL+LK8;Si
vSuusm9Y=L@XYiH=~_n!|4U2|PF~@%H0h%+p&e6uDquK&iG%ilVm~5`7=AdmA9f)x+mUH6mT~lU5|`JsA+uRHSC09`*KO8R)td
8HykNY0FGlR#fm6AkKDBwUkkoL=JG;_{7f6^gSsG^ewWk@|Zucyy*SaOfv3aPCrQ(v_%Eu?a%VJ-yp#m3|J4pFUD=Ke9%(rV3m
!8t`HLAnEl^qc&{!P<2rntW6@8G*25WO=z@;-|?THfYCRvErgvEET|oY|HVe}0&~n+mVw#po#3PC^=eisios&-W!$x9aa9q+rO
&P+1k6b!akoY&;G1p|&G`Xh@;~%236^Fgv<%8c?o3s;>D2NbY-Z)3Kw`RYmajS@We@OH&@Vj_cPqd#s!Qy*26F-V+GS3yg%VWZ
sSZU@?LVerFv?YyDATb%L=Vl(d-AYs@(=uYD$V?@sW@1#<B8kGxAFF@AxPPF+j)Q@z%NEa^u!my-OclUsG<hh^Bpo|=Y9<{S-F
0o@maBbyW|BxxM!1$!N;xl4LqXV8U?X*pP>#&n{vPa&_ws%ZH8ZGG&gDf$>BCdz)c4vm#Tj?Z>iXWu1?LaK{|16}RJdBLDKaq|
Mm3^otbJpiszQ_b=N{5ullHg7T#Fc3RO;F+VrCwFFfI3JI!_ir-{1$y{zdy-T0{Nw^&5lG!LgNdYjlbw-r)cN{Q8c6**JMSj?+
SCMx-lkCD=M9wY<zDx2V0@9TB<8LC)z~oIbb%i_p+GNoy{BRCf45aG!I6;#DlARHEF2bovJ|o*6kQ3)WCXGS2N*ncd=0fJkS$u
)f+H2GZsBoKIiy6MJv=TVzH^wm4z2RzSf<5P$6xz`+LAB&Ph+Xi`{c!EY5(u+sY5{Z?reeBU!qV8qwgC6Id#GqImD$9XUl@H`_
$pVGNS9t!8~jihPMcLB^0YrX87|H^vO(4;FZB1euIE|b1Cp)A)kk#Cb*!$yac>=UX$SXeQ&Gr_dw`{(?qo^dN3eAmN&wW)FA>z
$zb17jQ_Fxd^%WThg$TLR!9SiI8^Nr&Sz(!NYAU#I#QYK*gGuxM2xYl#WsZgTgzPBu3b#>gRir%I%%1R@cJeF#NugNX-S>`2T1
7y$?kE?@8yn#SLh<D=W;6e-Zbp&s>wHPn_TRevd`|RldD)yynT1pFaeRoX;6=N%K!Pm&WtdG(zWgPt8vTDF0@3s8Qu!&j`?$Jw
5JA-of~^s>Yihwj$|dj|9oJH4>p5iGTCM4Wld*(32@?U9-yKG3VYAkoYnZ&0Tw+tvc)RwxB$g<E&&zAu+gTE4*~y#Z;f6FUH6|
m=tUH$<;Q)gg0@THY<I2BRhHXywzQ;(yL1jnm@N3&0_dfkGjt0nJQV{0Zh0o){da7AJohX&<fT!nt{(Rx83X>BUJwNrV#x*C$?
0OK+^08IN*opW`6f2Nk;pxNxI^`W$*}&fl4@3+lTiCS(+f#nabE$)S4YlKs;KK&;eq>R{gDze9PNr8Hn>_8J+8&QZU{y!#d=e`
25a%BiQpKND>b85G4f%5p{{Ow=Q;?#8$%Hz#o5(j%C8J`n2ka)NFlB-ci??Al7%^6cBvuig-bpdI22kOWl0md8eA2Jw&MPU$xe
7EVD-VgQ?L~ft-=INsYsBaH-h98A8M2bhmP($!sUky{V?-5o!7skVtsAc<!m?cYjX9Ht0Hx3iCSD$NX+&%L_r8ANQt;rIR17B8
=;pH2h|poZ!ih>qpzQnOcWiaFoUe>d5Jf|Mxa-llx;;h5$%=zS?<8_{g1Gz8B5S$Pc(G}hp34h)pq<9w_DH32#REXOoa;K`b1*
y*_HSR^Vnq`F>Ll9%@LR-76ltX4<h0fGHyt$`qAWIrp8^DB(!vJT`!U3C&$;a^Jbw`WaMz5M5gXY%*R)XvIU98y{K_f^MZiid&
;3FeBC`|Y5~L%sYZ<+izcH&pw^i>$D2`$d$t7V>IL+ry6E=vdEN0-74{Tqit^@VRP-@2$8?mSy>PYbkp@$LP?0S=1DR49O#xr=
tmbq7-#of|H2=RBVtn=%N>)R7^&h?>S=r;VRcZIz2$(IqU_Gn?iTB$cXZSE5-0sBE?v(I`FY>m|b5oK3bho+&IzO9lW%%wZFS?
6NZsBTAiRv{+N4<!^?YO?yT8g^@PU|9$cmccFZX;lTp7VjKIQD5+$-rjqMO!@Z!0@D_m1@y)6oYhVzcM^A230&&#uM(clJtQj6
<g>kYU!{aQ#hl-f@e3-s)#yE@W2v<R~_lbSyIh=q>I8Xh1A^Z|Bd&eL%WORzR6lS;^Y<xl>XS3y!jqV1#JGVTt0d#U>TnE5z{#
3WFj%0KR`(UFNQ<v?n>YTvB+n0vT<JFs+Nu#zKa}#XVGhR#r8w1FZdx!;-k4VZ8tB_*1J+eAP<OSB5&JXVLc7@<$4R@2KN|QB+
XrVIb3Jgs`8=HIz#PQVp{}QdTHpBn#mwFUHyw(tLgRW@>zT`h(dHnM&;J;$)B9Ga)`teQ@c=))~il5@X+u&eN1;sIN6E;i6GMk
t}kuUK!A>L10H1heK*<?8QoE(N-gH{;*6Op0~ssitqrl+Pj6rn8R!}Vgp_rdIBMh6z*5RJ4J}3lF~-Vs#R+WG3j7IYTac~<W6@
4}1n)Io9Mmrq(8-|@c#|ze$uvNt?$|^%M1@2^(c|5!o>swB>6juc{q~iBHsbSBQk)f2Y(U`yfb2-O;ig&LpA%{`m{uD&wCFK=x
l`V$85kx&XZW#(2rVUe!ePt{>LblJp{sT&?RF$0wzg+k0HXMUjMoA}WiUoNESxW8gD|zkT)0P<SQQi<8zZHWrautk)?aB|!|w>
~s7?}QmGcf~DGdG3aB&ozqZzL40P^_ZIbZv9v&k_3wnUet^+gf;6>|K%))+6T>KF)roBSjUY`5I>`02ARLpg1hn}cmNwZ6`y=s
1WH2pIn_L-By!oLP!j;#m_U-|)dp1+t}S5MlqDWXzKW&g~KpO{<+pj^zPoP<5NO9_4B)r=CEn^F9vE_3gAtT!M)mdkig^adgNl
77i2No8YdHfQ!6~BFC3Sf>y~-2iO4U*a~PSb8+1CS{qqJlX)D^{>qFDxlxKP76B>P-383J82i>b7qm#BPwS#<J9R~+k}m(f*9v
P>83UnHJi&ft!?e<~j!BYT**9|1LT{xIEv=-{%jQNb4usJXlJdJ0!3SjF)Pz>04e|n)fa)ZcP({mZNQ=VGh8h>C@xlf83KV%K-
SU}v%z)gge(7txx#@;ZJ!_+XYKdD@WP@yy%tS*6VLzA?1`8ElYCx2)TdO<oY}!@Bw=J50vDglcq7nMyRXU|$=5|U0Qmf}$o*Y5
b<C*8rkLDpWmD8ZiM!aaF^RZ4&(Jb@^-firKSl3l%yd4~U0DH=v?xr&sB<I(YDjk`5cpPfK@1^N1fi2EOdCFzoD5ZuQ_@7<0I?
h!=8r#6-C0n505W6wT#EDwjzVSAw5+SJs`hf>9C198Vv18<FFFbIib(Mj;d{kvl4Bby9ri$IHJ9fpR)Uy_0f|%DCR5F9K;`6ft
*el5sm*FlFoL-xfTQ|!DEf&C;f_6Fa^R@``X_GVo>U-<H*~1~j!-bdoc^(yZ9od`hgI)^3-;vl`e(lU$zW1mX8Qx&7quT#Jz~E
RU(%?}i7leC}u|sAC3)wOrL$WR8qvoUwlx;ajx%0TJjL>^1k&_cO2~+SJTFvaJvP}#-hR@|qGVR^_9i~YJiT7T!FMf)F#-zt1z
+6>+pNDa|M*b{(QmDrvNlb2iZS`J>9KU=Jc$<JTii6`qxfkANEth2t&0tS6zdN&c6?=0SWhsBmp4J(Ck^DW=&eg(G*>wT1G%XN
RM$ywiG0~!q*c#Eg%;qZQwO%T^0kl4I#&ck_UTBB}tj7GheIpcMGlnbA9K9$KVOG{6!n3z_fJ{bk!>Y2;*Qd280&;<rsQMdcFU
2yqbfPao^Qa(telJW1-%&M4F@%9=pMX<ZOP`^Rre)<1ixszMn&}WoQ*vHo>8{@=FdrAi@g2)4TT<bqcTnfhnV?g8oswKCTxQbz
6;v$%O$|~%#iTk?C5beY25y>(UZ~wln`ca2n-}6|{8$hncJ-Vih@JqFZ4jg5EVhUw4%rm>@{%=zXF~*}OBpI%QGW+e;Uu*i^&H
i_oUQ~h-ACLp&-svS&+$)DKB*?3klQ>imS2moUVj22ZwX0Yc0yidkNQuF1_6f6q>&+XAyRGnh+lADtFwS=4(eVBMuC`NZR=VJ>
1YCZm7<5qilRtdz{ru;ijeV%3y8kedoB5&*LrIpuaot{b=ox1Jm^*pOI$&m+P88F#BnS6OcPsz4ADDlW{NlrmZ=`CVha&Jt_ye
Nm;0IIz4QT&<AbAR;2MqA2tDk*=Ls;*ZkBJ=c|FE?SV7Fi?Z@4I9S!9MQ+8Mv;@0qSdkCIU?`24k*~#$PZ94_ljWPF?WPifj<P
ns=^U7g`L6N+lvg>C{RSVlqJt8#0anxjV>2ve;bcpqZ(7*GkSKl$He5ljKr1CuQG4DY8`F5}FZI!d~XKWPh7RRaCl$~L>={X%z
FZW&ud|SiXVkJ5tLdXWflJC4!L8sngN_>cDz~mg_3$B5)rEyF*P6#1D+wDZZ@Xf~L9HJp&GG|x7w7!w-HGV3Mm3O}(EYt0v$Ar
)1bE%uB(=gsX6a?Vmg60E{xlYHY!PSVRk-38DRAKd@``hWX7@IB&>5d?HB&mjJI=PedhZYz|1ot5^%{kMtikhZ>7dGt{YhCFbR
=Bhu>lAaC;@){`n=0WazC?I(18F3<n&5){5&vp=DD8j>WZtGq#f40!q&Pc0^k#Wk04!Fp1=RJ$kjld+Rp!-Gqr`yE@X8<@7i9E
aHQoZ{+dfrY2uPgDmfk;WZK}yoaW$mdZO@DGSw5wu04IKHU(oD9Qth{!-A@_az7}ctew!Y<1t)dS0=t2n`iB)W&Fvr)z8n=yWa
Tf;1$Ea+YP5M}=)|KIS#i2X4bGjf|0j|BH+S!J9Xf{ERdYVhv5_dDwW#tys(#k*RCqG%&Va1ewc;mFpRHSGw6nKlcPB;`3|{;+
H<Etm)@8#xtIJY8!gZhay?Bu66`Tk3Z#Z`hBSaI}eZzHL7<bY-H*KQ9P+S``v~5D{>K-C;3A382gxc(-yx2}i98K{8)AqCGbnW
?OeK|!to<!*17rkqpGYoxX{+<xe!H+Rbt_+;RNsSiC{Rr+H$$GUp_HX5v`IbnU*OI(7P_m{!lL5gI>I-yV4Y&D~Z<Q8fV}zJt8
@k?CCL5wbYB&(`3^VhBw6!u`Zq02G#mLR_n;J5uB$DQ;J(9k600C_A*{jt(I&lsio1pAU(*k{;P1jeEY$3h?s|Pn?;YZN=#qRJ
i0q=w)T7MrGl4x*$#pQ|4f==uH0O;sOyDE=PTpR|<S==UMlzFZ9H-iDj$4~At%BMaf<qYr&ch7a5!Wo~R%f7iR8EERfg20iJ>F
bM?yR31W$lxOmIe)r5oKwT6nKP}W>+c_fiR0m@i#1gQG7~_)kUVY{GoQ+H$e*C#&z?^lCX8zfm7fnqR>emVp4^)G8p%uBBqxj^
r`*TK>lrRTCTND=tge5X49`;?L!*K1J3G$feX;&cZxka6AvKh}yQ}7dz#AAJxN7p)(5fB!5#Uy3#xn<xx)og-{$`j*vMqs^cRr
C~7xaDr*X)$Z$lp)G7b@yaLtpY%;rYn0O9oPaM;b)84y(D=DC~lmPgSWRM$oK%nAP6WB>z$0vG5p|tuYl2l^7eEDr-ZyxZv#C<
w5WR1yKNvn;~tf9Yv==#fhQWQ!@MwiThM}Y`2V5{IQb1RjyTN4Yl<*$Oo*e97g2y=3a^`^?K{QD7K6)U>sVcI#N3$B%d%x(dUk
c61aesQmGW@sB58G?$xx_&yMQZ$!0vOZ67TdGGq%bugX&N+)PH{MtT$E@oU9OBjp?3&TQTDU#jL$NP~#+LUsn1?Kof>%Gjc=w7
j%MaDqJx|M#3JviTr>)#Ga~y<1Dfd@Ce8C0r;ROwVE=+rLR#D@=O02S_0q{D}(ATRdr=v+8VWNwbE#U!?&dG8UmwcSdhK|IFL-
QiB)FsjhZG$2tzrabh)N{d`?gLi~sbsmK*E<|?{0*^Z+~#qo4Lz*5I0pNshSKNc|M&#AYUovNb2ieXz&H5x(+xMG(HH53XBZ$J
G+qwib*92k!u?m^gRR5;Iv=MyJne<S&V8~c#11Y56`I`6{)Stnrn+8+T;3yeQeq55Ub#f%bzFO0a?v>+w(Mktcf(+|h{Vg3r3`
X|(&peW<>J38b50VCy_cN||g%CL-D<mtWY2>|x7nZfdB&5_{6;!2ZAutcL|_t4Q!gzl3#oKU3~KQMZu_$Y5(Wwcp5E{0I;HYNj
XUpQMoR2dt4GUm~V7HR9pDUA3<G=}uF4Y_6YOE8$Ix!X(TH3e)v^Gobn2YHjcIz)K9^&RN48V><5EopIL#%*y1qi~u^TpA;@E1
5HEZaKi!Q6SMwy(|bheq~Xd``ji4yBCeYC5T(#EiKN`RfPfOc<l<!`K3yU`K6xYz5ynS%QY~gj4z7)OF0;NIt36yaLQ{Lz&22c
>IohDtT*fuQSHDQ)~6uV%q=wb550QLlklY*d)t%q<|&SjxYZx=l#Z;G+6@?{qf_hfN%><h2w0dR=5AK^6FvdtvLfiRaT%EMe+$
DSBO>PI_41=B;Wqg~MsO{8tNrMeLD~h9hFLq{oD5NaoQWAj+MRpv4;>zO*96yQn)c@B=O+2(jzDX=JsB8Xo5*m+?~z8E)iiI!`
y8jdo&SN9GJibKM~S=vl5f1?&gMmhl^ghb($kV?w?6T~Ls<r#9gZAA*qfC?n-zY{7g}46Z7#{@0%Ah0jd!&XJJ>Mv!T4T@<RIM
cwSnnRl^!0M3I>b8qU*8U=y&qfy3ofIJNc;Ka#I|vA1<Wu&Xgqh@Jf`dfDn&}3jRT*-+lCjkUaHU++T(w)!c7Uy!B{J9<rS8Kq
1h;Og4M+kZ5AmJcAOu9h97Xx$LA9uEarSeK35Oj3tKC|2*l^Brny9AXIh1aE`b^26)l;Y)QK<vyD~|{OJawWHk_jzW}r&?XEdR
ps153RfVgKjZ9Tiz<8U~0_kD~quY2dc8u0y=L5Z*N4Grkrj1C=cd){X!(QAZ_sN8K3Fq%2z<Hv0l~|`<=u<gjSAnw=)h;X6Qb_
E%6c+<K`A}7E^S=OVN~7BUciTrxIYP<N>bQznJr0-QXaQ@RQapyyL3Y8_l4YP65e3R{$k-rmRw|nc_89w-{NFG-k~L%!nP~)e!
dK=lxgfR1&paDsU{P~>5vn!Z^wTz`y7NUcR`3Q&5&NiUc@AusoC$-KTt84$g_97!(*$=V*uoWU7%1{;dA!BER{au&F&cHTR_BM
<(#Z{7`Ffm$skT=K&lYhRQEv{3zzpccFY;@pmNle2NBQGLum_6B!&(><IpIhFA2SBOHZp39O?em#>&wP%FnVV!n&fYbe!0)e{}
`5Y#k--fNO+Tmds_?pa|{5S^ex3fj_=vTypuh<KhTC&PF!$_eJTzl=^JFL2W5vdSv$d92WLWXkV69;fPyhYk>izezU=dW#9F8-
9m!S`mOl5doVU=>(6I2flAyi4*DfGSjD~Qv=L`aibmuS<GNvHOYw+Zgl`D4B5y96T*Rw6b-n8=j2N_L;&5L6zAPUV4ZF2JdO<S
qIf>btQ=9j!Bz^k-9z8?|BuL`3)LPNHn3qX`0EUmZjg(3)Ny-_H@JSEhSJ&A~4GsVrqOs^U<hx==z<R9aX$|AYoT25bj)iU{r>
_8CLSIcQarqzM)no{SNUOk?C&m-9Sy-}ydd0^fzhFxAT<xd^CosX4-gnE6Z`iy2>r5`{otxW?WS2vL=vBr5JG@&squU!4Ak6`X
5SQVPKES9SD%8t=P*}{}_2&hJ;$%gvF{Czqb#q%5>!1z2QKMuj6VUZ)S824qsW`sM#oto1(k57>b+bs)@!Ku48d-XVK!I&9RQ+
fPyqw=64PmJGT#4GJ8IMScU2v4VyW;`0oijnqGu07x#eYZ`4AOt>ir9R+GcUpsOhg;X9%1)}8zb9gxzyhikD^}5RUxZ5X_ENpY
?-c0BK{(un;a$d)jx?T?5|FNvPjP|L;=9k4DmY=XI#s!1QE_-jH{%{~#sSdkI>}btcm;<x&Pigcn%W~Fg6n>fD_uanhmMzuyo*
-|u9lTYTqp;06Fo*nv7N<aFi6>CpR)5kuRZ`J29**oaOa~HuRU-OO4SGE#M=-ir^hERt{11d4{U;FD1<t)c;tJL1Q5-*0)7MF^
?I|RN1Qv<^}uuLRA73U?MW4vy&QEfZx$(wsvvDK3tqVveor>CGC?cINBGN;cf+UD&+h7^Qq*2M#CSmJbKI)l_PC()qOt^_6Ca_
gPJy)yR3D)DKqec0irGEyfoF3Kq`)u{$Z{aqmp27m^IKu~j^33SgAF;T$+)3hY%@{+S*YVQ_?y<LJc7$Wf7cn}F}FZ5{}Y=0GS
xAG*K_53-BXCCK5!utE4-%YB=IkzmL;CbBpL$Fl`c-|lpMHsJHU6$j0J>ADehG)TJ4$TKZOn<g9{(-<|xw(Znn_f_<r}WajNIw
Rz%a|Z*;xgeXX}A7CkI>*L#t=4F(@IAh8Grl5d#%U_e%x(kZRemNLU$g>e-D))H4?-FyU|_SQEyO(mnI0uK}%*#g)3k8CmXc-*
D7A_>Tav+)hQo*ZRmXrr!T3nFu`K*sW_t$M-%YkOOP9OqTV0tsl<NdZS4NGC6HrB6+UJ2DBI&JAWN!CJQI#Y}(O*FZb|fhZBn_
cim}m4tf;p12Qe;F>7N++OG0SkVQtAW8u(fHrc~^2(5a!OcV%FK&p(vkoD%iV|H8$~b>rB(*}7VoM<iBf0#?i-p`js}39Hd0^_
qQfsF9)BVl7j6@<86g6lVw}X-Qdsd?uyNNp$FE?%n1kI1*T7iD7cFhqL&s3h<t`EKC;fPa@d>xK=Kl!`>GQ+y0lu;AIMExyhc9
c(wJbZnA7eQFXZinHahepm=f32j@?&;t)8>CCsD20aKbhc%7H+JdMyQXzGw`#7vw!PJ4H6mDAkp27ytUQ9XLU$L5dnW07qV4_<
`Ugt#${c2l6~8oI^PTk`sE8<)9ztu)XUaVaG(LKceFLGK>T5Z+HM$iUBJ1(uiqVwc5}BNPnT;X(wk8X}pOpz$*u@C4z{dsMOQz
&5pyF?V-(cu9=PKMZI$AZC;k(8TGQ<jHB{WJ`VHeLZq+kSZ&X-c+1Y)X2+B?m%=iG9{Dv<uBsi-eM_%w@*U4jCv+GAmq8U<J*J
=MD{RoMNkDInCg>HJC_wL%KG!GYB^8NiTGy&6(JU%aN;6{gCu=-?jaN37CUgNy|-9d`|eO;=J$Oa~cQJ!Qt0JCD>O2CAG<7DTE
S2!=v=aWTrlf1kse#iJs#FQ$>ElxQ3wXF`E{a-O;Oz0mC91=g2<ODd@N1t6|=-~hXE-SE=?n@Vgd3%|-~_TJMFdtCQ1PW~H?u(
^so6jHzt5YGNeM7%{r6#R9v^<njIUh(Rb`u<aCr)QGhl;&p};;x0s1BHOiJ{uXxe?<3kvpIAA%TPz0SS20xj3p}EyT0;NPMogm
!y<9?ICofQByIMwI?TTjGMwgfLDZ^!1dtphAI*5?ESLfu{dUcis`x&jFK6Yf|CZO3JA%rpVdugz6J^=cgFFs#%99X^q`bn|tK+
wF4#ZA^lVb$6Rk<j}?0Y#RPYy4gYbm}nT=!2in3R__s4?4#+hZ(T?OrR3?u~hSVZA*Kkv`Km!MVQ1<_rqs70#DdTcmWiu75Mb&
~7dbvQtrGme@&;51vKjFg)mPWSx-oC<|R~gQ^%VvvTpI3d2)m$!Nq5Ica`A2K|p>ne`gIu%WvU66L3&c=P6P8L$Sl2aG;P*HJp
L;w)+&M>><b6}yIdb(?&VQ|&YQFstYFU$)jQ^Ev#$0QT!^IQu&nwk_dq5;*op_`d~uSeTn6o`>qz8|EYX|K1f(!OqrQ!%hH%b>
;gZSYxYM^BEb?Vz)`|b9*yWj9E@KD@03Pqf{7YOFk>_+u`!hn3l%q#bAOBtD&L49%<Xo`NAYQ*NuDvjFzWQ!xAYQEWlQ?+6DjC
;p_$w(b);{8gG0>1Dq%~Qn&wF2gR<EomEOcJA1-rjr@H3VC}=?SLV)cUa6EWEn>x(Xl>%K=75rb9|G|d@ITa4((+q!pSS5XbW)
t~JD(T<{8x48(~w+-_UceKl1yXg3DnM6>j+|-hYxY3cU`6H!s|66F~w9+<lh?GPIyhtNoVbKf&U%qOIFw{W?*p2SYQlcVO&1RF
BWW~CLLAPfRmtkp65*c3P2cl^&1)!AMrm3Cqyq2tNDI|Hw#eraxAnz59;S~nMz`-MR*>bBq~BFa+Vfc-FQb#Bm3|$qpLUZQ8$o
&<JG2ar87}wD=e^+h(+iwYS)k{D?nA(39Hlh3n8kMjs5&U2mp02ia3hZ;+Xf+gn0c$^tnufZ_ByKk3X`_hmNHy#mV!EW3_|V1Z
AX_EyMt*)uf-V1l}z*(PRB-5k1bN)Aemwq$o@fRzWC+iZyc)+W(N=%wZXzETmJIboewzH^9k`(QfWi*i`jP^wSz14ViW3T%l}U
pIFJK0AY`DZb{REAd>dlm|kCugSWMQ=eAyIG!$l{dSHzjzz;s5qdXk)A)rGV0Rgcd!WtNmAUl5%wqX_DBr6!_tTLHk907r2+Dz
@PI27EtmFm;t<h$45Ys~_ehfP}?Q{H&grIr|-mswV`z6SvR2b~$OwZd0xeD)}+taBsDG>r|r$r&QN>^t)8a=kLZraee5ujSu#M
_E6zP^_HXCeTlDcKcz_nfCttp4@QjH<PH>m7aNTezo)^2a>-<O6xXizpS2)(HFRU-0L#vnwx!tFYhIhNNqtW`Yl$3%2@P>vE;Z
lS)?f;U}iWuTQ=9}>RukBCj+%WxG&(+FlfnXuR#of#;~+n13I#9+Wo6C0kk7xmA2AR{w$<&gjGle3N4rZ6ELia4yIMAuZirH(J
A)cUOOL(ILxX<hhYVO<;9C8Kq12$CY9~!XzUv=9gNO(;vFi+>M6@!1S`43L+FzuCwUeWCQNj+Rjxrc*?Jr7xxF3L6Y9H*7-?TA
#8($8`iSfd^|V?e+VJq(#D-xTOv*tbW?ZCer57Fdm$hkN_Si;5tZ3tt0Y4$cFrW%|iX1GB^k`=@+LTW3`IJ|X!Woe37Quu@E)G
A)`sAV=j>hXXO)5UYiYnpu_HQ~o!^QYco%yP_MHuXAym$N6qn@JHFY`)zq_d^2{6@Aq*q)twaO-N6seI+Dd>~_<y%cY(oTJpEI
=;XZwZi<2F`K_l>nolVvE~Gb_lL9M^nc4QK3pTy>~RbFZFl=7bd#3MuS=^jb*#souL&|?J(jCfxy;4(s$ZxG6zJXf00>?^Gi4I
6CVmYl29D4jMWt|)kn#Cy@G!N}zX<%AH0Fo_fJT`^p0>;cCw{y&e!;;vFcLjOtkCk5FK0L7TW?w*yAuU>lDFAmheB@<Dx~CQLx
7N_fkJm&sb-s$s(GI$wmOZ5F($IE#!rH8Ny{ze5>dqA`A7|28Dpynel_5yTC-twFBZfogm+(^BjIOC32?XrY-D<7RGRJ)e_EL-
L(z3CR2(SY@cUddS+leJe{@{vTm=sh$CYd@oT*H?`k_QdXJP|ozE7%)t8Ox`&61Fa-1&v`8gq6_d|r8Wx_3#C|7krSX}Wt1>Eb
Oqt2z4Zc{k2Ua?}%UX)ebLEHE+ESU=woDL8~k)DrN_Qv~t&X8VaL384h-z5F!a_w(rh8S@yq>bqj5xSR>2jrNCD=r((bzU1s1?
I!$P4SxD7q+CeifY9u{z|}3<EJhThCtkWlX3LoPzy7UyGedafYL%<|_zAkhXU4ou1)wC=5l0*uqRXu4mb7aiFp({(P#-WsT%uH
uq^LLoYja^nWJ)L~_RF5fee2N717?dJA+^_WW`Et?g_lh2B6r4NAlggFEHLB|R~wJ@%xjVXeYaMnQD4R>>TDahWGJc{=1Ax&im
*kZ_M0UWl#1oME*0P2{=(?2&xiMSvyw(Y<AdrBP=NXkp`Dt<`A6aY_7^<%ExI0|X|jop1nG(L9SRXgLTwIPKS7>?*MEN;zfIQd
9&1SgvLwh*Us#MCgmyXMFTCI)F(V1i+T3X|{%b_h!deWEEid5Y2_C*<bx=2Ppl6iZNBPx$fi%0wF0gx~-6IX^iZS8fOdmHBKsP
|}H4379PFu(Ai6%d$WNlp4RWCwbrzdP#XnJ*4PTOdw!vQ5V<_tQf|L?X(PW)Kdqle1}-$k`?4>#uJ#1@B}PIx2Q=ng9>aX4u#Y
Go%ekAgn*6zazWY3zs00zauc(E8PG(>%mywe5>)bb2(P>aO-9YX?<M=N>OSBFuL+rt8pZv8q_u{O5V$H)Jg)<L7Rsed?|?qou5
o+`o40PcbF51OTvyEx^$jg$LkF2Q<S=u3r(%KMKaUI2-|-7O#mpid`N#k6JU9p(DJLzWt;5x75DPbCYI4sDwGw>toRK3NTp7EP
&=;TvqU;c@pJ9>LO7xNJn%U6i=jI+@@cAHbu8LXk2q7NZX?4<p)Im-H~Ha@`|F$oWtFM$yhhJ<UQHrhB5}Ss(8S{z3Y-hD(<;h
+p|F6klub4uYQd4O$s0C_Vr!e(b;YhZ^9UK)I7+`&<3L0fmRV00W<eSxFij!ss3IWqXUCQA;b6uu=K`?>vqQnc(`aPHse*x-Zf
<3ddZso+Z&96LO4P&)c7By31w)z+1cg@VS~$78^M$_o3|`dnsfkZ9y1#tbS0S~7%_xFL0t~n140XWMnNOrg8|IAA4riuxE#Jx^
u^?ue7T8t#}(a&KkVdgM#V<nE7$2so^xUyQa*a({bSp+H8L2<F((fwRpP5BZZBWWS*7u|vGd$;h1cOgIVNRcoqtboma-!9i+Ml
%*zI$Im}@X+dsWG-V?YoUh4^&F+BhioZZG7aPTt0nfBfcxQRyY=I+=+W$CcZ}7{P1#*CNbvj7rA*JWuC22}NlGX!j0AvxNk*{h
ZG-Z;~Q)x2u+7h_=G4YiC!8<iXd41M1q&#JP@9P_ks__|u!GG*}RX)USB;dh@|C`}Uj3V6pEf;7zNMPuJQIaFko_!-`0G7w<X`
LH4W;Ks!?=iC$S>LJf~NmZJ-W(;Orc8fRS3s_+>w@r1M<#`0L)_}s+mqbgn@O<_XsD$4Vwbes3U;Au`edkZ{bPPD3Uj@~W%?XJ
3-f4}}$TJFINj9oJPMpj-CJH_w|GKMYuD_Hsj0KCH}^JTBZ4D2OuGwgYCmzTBSUH2wpx)|R?jpaAJWmI#~5vtTQLXh;$E+hgP$
kq8x15$UEGTn;Qh9f93-^?Z2u=m!qUAJRN>Y`ZYOq`$qNF0V4o!=rT^SKQp(IdE_J1Q2TZrj`}T|-?ns0Ib6m&UYT7n16IFkL<
L93HvE8m~EJ!Dz)M+H93pY~P<J0h=gw#F57ARv<!7{qto+JD_IVPq*3(vP%>1mPWXn#Hx6mE+H_AP|pGQ#A6zBzo+H4Ivm;fL~
z`Im8Y_fTl&y%4>#aZ-PJitC-UtPH6f&9F(+tVoQ${xpwz~m6+b+m!inqnvl|r~En7prupWYZ8XiT#tyqRBVRFGkYEBVJCj@n~
i*Q0u;j#khY1*9Bb{@z^J0F`2!*El}kH^`3LFR2<A&9RiNG;58nB*Lrlqb64j5DLuuA-z~B{+dhIWxcSthkstuUmrM4Rz=#%>L
GrFuhprYfOrDtAl6#%-`$#Gy>;FhNaL!c)?489^+6~5Er^eKURyPsf2{~!s~qOTun)#a)G%gR;=Ihccb<wea)A?w#ko@I1YRR-
J;zb=)nK-`}Rto@JcKjWVgFA|DEWHqm*`aZLjgFW=#r$Y=|-KMIeKU?p*LnNnE_ElyKaZqj8rHV*grc#ek#4P#V$n^`i1%qct?
LQEc6$w3RP;HISQ?m<&5v{;EE-s=y%UY7lI1dO;WGuOD5q+#9q~+*2I&1(*%@k<VyPCbm)+(!xIH22vkFb7e3%1{%81KMk&>Qq
6Rs4O@hPf%6ae43w8qVEBNck`SUQf<$EscW9;AO4oJjB<s;G0-l)<-0tY6^QH<zu>MB&=UDaX1>*2Nd5gA5lLf-!Xi+pJ$oIpl
rwfpook$H+VlgG(J(}jxEJtS{m(GSFGKaI>+puW#OkFzy9Yx%TRv0FW**hK&vsO*4sHlPsY>RIpSZUaewlY3}4rQhedK<aE;*E
P(l=^lhBTmAQ1utPCf=dlt#gP!DkZxj!0I$M(hSX2LQ6gI#7fsqR7*zg$oK0@1(eW|~eYnWP{QgRMUidje@iOrSOT@MW8V^ZtB
Sm2%k^hZ*(`#Y4JRy{i$*&c2Bv^lqRsDVOH}ZS<d_SLfbMgQVJ7;`xlF+pq>q7g<AMo~RGyFOnZ9K(ba&ED7@cBB_x;$rO)SpL
!A9K%!_%cZI#CsqLZamCY8pdVfn}Y1EDMOJ@%kWaA>S1%_<bKZLPP6-72WEApH*Qy@Q{mAbhP`j<KD=tMJm%+%KlVy>3J4#HW)
y>N7vL65ai(MMPuEtee|oEyrFre%I&$?=rqyYMBzHFV?az^B)iCAMy2B6VaiI!`mH*e>EgsioMz6S@n8Zk;Wnfl1R>enZ#eMyW
ys{PndfwW^hR^S2ZoCAv>_4#H#4(-pi{K{6kq|M4=N!PH@di*zNQ;@&{X7G*2+LF8jo?B}Xz_yXCNjJc%vUZO<s36Q-V?430X8
vc8Y!Ez-o72<$uC)QUZ+Z;S;cH!>ZS8jE6Tl1#D1;<gd2T-*_QguvkwgG5rSVb&zQFf;a-uri17H@8<oz)#G9<jYvhvAHNudu0
~Ey9jl~(U*lReem0fRH3Ur{#d-VzZ=MBR=mZ651oc!B0ud`sA;Nlo>nF7MN{E)|9n4cI1R@725Zp~*W{8wn%36{9bq&)6q2y$F
?aiSb{->p($1ZfVZeDA7^WlfhxwO_!O%X~=fcP;}D)h1}GJ8=G-E-jOMG#|6FkwFZgiw(}rymNo(U-^xIA&x+dy%h}U0u`+mUO
RV5#LwQE=tCQAWgb^`Po}Jpe|VfR;K|DX?uwmx-ucej-|22kvRhr;`CS<N+nQc=Lz`#n6@u*+QJ?OETXQrj4K%(-y^=oa!sBM^
_yn}`cki?39;6e@(*+9bKu;*zx<wPP8qtc&DmwX<Bzi|S{$aCYdP9XItSDp&!br#2l?0BgTDq!PN)pu)wBU-*sM=ihC}8Ijs}s
&^Qb~d?;+KQIE<Mx8?&w^kL%tIkuAF2<A(UC4aY&pFy8-_&M#|@(Xj!v*dyaP%wJV-PAV&{WY0sqb5PdFyrS&p)6?^I~($N8X8
E8*`c<^il@2*Xpt5)~}%{2Zw(vQF{<zp23Y<NeS9O)iKBw}w^0rR1w3}vKtIG;0FJ#Kj^*{8Y!XZ30~;d&aD(8+Y#csVlS3t&s
Ex+4oUGp{+o5n;6lIJ8}(QWeei>5HAc#gDxeM&tBd^7N2vERqasIjv^1#`~4iOCq8pHI+CPYlLvD0PjmO&F;ESrZpf!0<ziZ?(
o2*3(b9n4=(XHs`f-bQ)`wyou%v&5N}973O~Cl)hz1n*<sCq0s{?IH$NtRM8E9kMc%7o`z;xUO%iN;^=2mS?oj9(-#Cf8QNydD
*+R0B0`~Gq3qqp8f_sLGkt95Nzy7_b<Of7Zm&ETE@obAgylvMb4RBz{qK+_8SfwnDe)BqxMd2}!(Ir{F5@-U8x2Tu%RLv$A@6k
XtF>fWA5r^x5orbf(*<|nq^!jBglhP1<;0=<{{ox7Lbf4G$%XWGa;ww(D_KuL$d7eyp@)kj$t8Yl|Z4(fDs-6!qZpa6a0?N$+T
ERM_qe-lS9r{73S4{?FZ(9T1{c?|*AemyzMOlC)R9!K{!>_^6BVup;2|v3(z4PtHHS{YnGW5gP17gasJK|!NQbK&Aq=$N-RGFe
iANK$RVPJ~!G9JyTk74f<Go<pasXZB3E3|LZ#fYOQP{sv6uMFE3f7pnkp#?^?9r37lSlh&5ut|pT^_=tIG;6QfZ1d6c$c_D^gR
2@{HnqVF7#d?~GQ3vomJ4)ie+X-5qmI_`OK+_*q~p}Ws~TiBo$?O<n4p74rZ$jocopS`R;Ec&mS|Z+wx0Z#NZvdzP#roB0E>v<
-=0Bsr;C@G-||<T8Zt8AmL%v+>lvBgyBeosrgNHnP8N!wD}ExCHIj)5P+rY#(ZdlXccGVUx6|Ha@%Q)`yC_1%8>Q~o(^$=V)P*
r+CaL9CKr6HhmFf>o!16Cd`t4ZE+f0sehsE>2Q`b0m&TBv4W}T`Ms-KT&HK~NuY_ZP9e}Z76yAnCZ57`nth+4iqRS+g)CpwXL&
3Mo0NcjyYQoMiL<3~miAc054Lahf1xa3bB8MGR<kSwQtHF3#3?Wu2fIJwAMR>o+Dx8bN+a#`P%A7{}J%}Fe$k=`H_gdVzO#ZF`
_hX~|_acKw?5zD_9C)S<aU3EpSOg+;9UDIxeMxn-w$OA@vE^4WP411J&9}Zsi6uD!OtJO++Jz4xany_9e1B*4J0zOHde1975z#
$t@bRos)qo#{x!J#yY94CEF09jk<TIO<VQ1|<^I*uP38lASBEt{s?5+O#Vw2XP^Ah^5x#bD*k6qrL4y*u4p%v^AZKwHi~rZTGs
hh8Z8dH%a|(1YM$D03Ilr=C|5rr7TvBlJsS#6p^40Qre=IZ6ei09;F{{`t|)k_hqJ*sPJeP_4eGRpHzr_KUN~DRjglAO`gdxuH
7eE@_Z{MN(Pb6Wu`m@fbBcX}zVx4I)>ecZ4C=mO0k`IXH)#+}_xg7#<cP6W5X7>)5v&9B#di+bx&-DD0uhGS3ZNr-2LhW`u)f`
1lku9K1}H`juy*;Tr()LU)Ybsii;x1}kX;Qdg~$Ve?%0TNa4x;f4^&fEQ%ZQ)m)POL7omz}Xs;2)Q#sK!4T|$`vw;q1RN)0Ybe
%#%`iVqEh{OCgUXOY(n}3j8k8dw#Td1$Y&0$j8PT=-0VY5U_`y~ygIt(mSuGE-IK>tL28gOjc#U{qnNKLBZqpyCeL*+nAq)Tia
GZ}y6wuhF_YJ9Bw(@&G8g9rpt-3>#gO4*0G`tA6{D#CEmpY?MUpM_?k=u|%MeJUi)E3>P%3-})@VWy_4>h=SkuVErJKAqY@mj6
mv=mjtIv&re7GnqhMcr<fbzo1fOtFxUKahI%k)I=n+z^4Mo-rO-EI~^NT~*klS@2=ZoJwdlRLjh>#dFIZXJU*vI#H$A3h9l3cK
%iS9;wRhC~%jxQv?jFoBR_5wO9~LmC!5)-0W4bNM`>FR~&vImN-WyMv(mrB68I;}3ReG`$Fgi5aEy|E2ITl9K}FJ9DZFTpFo^y
yr8_(s8sLQg4LC3WCzGr%0Ov4f&gHrkK9?s$UKCbveLvmZgX+&5WhJ0W0U)yKumk&w3yN;YiIm$XwLHFLH{1^#^0ZlwR$72y6j
E2@`KQ7NE0<%09PTN$Ittd$fzBU=!CkvY>W5)@m!l%@?#R!k%i5R_jG7O_)B;a<^av21^EQbH6ntFJmc6^(AmC-??`sf(>J~x$
6Oz@GZa(6!Hgdpfn3Nq2PzG>rcxFW<G{mYn+$VMHGl<W1$5{N8b%o(O91;Xb)t-Z<mx45(OQGH<OyhOvnVsU8KSfL$vuKlSjP>
@7q0*X}sA7N)iOaB{xBW6|1Gmf_!SetAMA0NXMOEFHXew3RbisRw91zK+Pc1BUduGguR13V$qkkar7Cw(i1;%z0_`~ofg~ZD!C
M(1yty=Y$t28f(7o|MmjEP`(d`+db(HAU`rxkgBPoJ6ZJU6B&j7)(UD+!NJa(f_$NsHYFavdfI3ISz)_wnCn)sL=ps%D@OelKb
ma&thNLjzexKLZjIRp92xa?YnT){<t#$5FSc^ysU}wghKw0(iQ~5{(4o61Y@X~dj_!z@d%mW-ilZ>qfCMlj~+P%EOV6seT+H~k
gOAoL>4JEMSsV8t(R%d%4cMO4e%1s0>hTx;(s4A=TFGy#mo6@QTE!4$dBT&|wq-#M#hQg>|GWl2TRVeYyq<x;@13K|@^e_(d5B
VOvVHM}QwD>;8;EG3-NabkN{cmJM)k4k&Fi|7?D_y_J+`!6#rBnLF7b2agQ8}<(#Sx%iAZNjYv`%FxNl&Q$vJUORFc;?I!bBj;
hOcVYR^CwWR2&v*q2<4U7l%3!7~d%Dk(e8@=rvJx8B<d;x;|eJ$e$RU_BUZj%%P(968{((G9a{(7rSQk?(=d!Wm(H+j_)WSXn3
I`n04UP0(s(uXFpUGha#!d6Cnx)n_UbNCOUEp&^5n2`3g$f;HM^srbow;#_9?gmKOW)$SM!Zu_hNQibtqBTd#ptopc{X_nEws|
EmlsmaEc(H|mXjCc_%>n7<`vd0HtJ04KE#zSEaT`V@s#GjE|0Xs3h=PEF8EWBm&Q@XnF)7wkKBXWZigcH|<rAa8c^((ZS_4JMp
{Vr_y6)g<9W6G|RxFaFkwmCUu~?*u9gucW;bki+{10Z+S~#a`4xu$M&M84sx19B=7dQPmba3Ipc<-!ufj(YJLD!Ai&N)2xFU-m
a5&Azm95U^}@HFC=4Z?-+-Y5lWhQlq8tG<al2vyC6We75y(w;c%0yvGqe|FqFX!JzFv`M3Pt2aVB)k#G)MLV^lYn%SKqvb8~jP
{~4yG|Na`goByO_`z~)p>f!KYX5myo-wCZdss`c{K^A<uxM8Hy?DW4wP8TMP4WU6ag~G#t5Cd1@iYOqBRg)iV^akie{Xy?(2!b
CWr83ozW651m+-|3xpELL&*bR>+2CzmH29|J~gKv<vytAD~Lq-Pf>^6CUN=)WCVG?>k>L<7DG+I%p*G#{BDUa;Ty*V>=@&xii=
7XQcT{gWg-SztjQL^XMDbFD&jDD75U<-ZkZliepYFmn{*HLP=69IC~YE3Wjd)m%leNxA6kG}q>TEkxS=Vv=HV`&ezF_y-BRig)
k?ew4m(rx?-xF!Wn^w)$n>9{)>a9nl~G#%+1xNYvc7%2x|v3H`=7GD)hGxB7aIlJRgCO#}dey#RWAGDa{=R7$0AbIJja*+w&K7
j*iIq5fCOj!MF4`?@0P4f#y<JaQKiBuG}{6Fa<{}9R{@qPhx)Oal7$E^{gT9DH>nmZ~2T0_l9$NC(W9uxG*=Yd-=@oM>FS@SM~
;F2!J4Q%*e<H3vb#yW|?Pjq(hf5MOPu5E0jQAz*s-=#k#17~C3*Rig1Y^yf8P9eH+qH;xi4-+LLtA6UUy0c^||GVUo5kOK`?n(
ZM4jd}lYv+*bqZjfhXP29)LcwrS9;c<elL570Ydp4^Jel<I3@#CX`PesOnN$}asfZ+zgVmcDxhiJt@9V6s<iz4^V=~^$;T7EXS
lkbug$Q8|NSPrGKA(X+gK_Q7Fx_ji3meaA<x(gmh*WTS>O0_09s1aBO9(HjP15mf@;=~+PZ)1OyV;agx?N927w(^Dv-sy)Ae{M
LbKLc)-;cNqO&j;7ndG<DO{YXCNE#XEKWYZs$JD&+@C)tXHMAAk!uW*5k@ALx?RJb?GnIe3Qu9n-@R%XR*$?<PN)aY*GXXB0%L
^BQy4T_!QDAwpL(VQ1>3d?nie{6Cfk|%7l?`XF>Egf!s-w0f7CoZioT26#yA%PYCNKNn1~K|$WF}xuo5^w#kaLV!48|SH+J2zz
fSl;l2U>ktV4>?p6WZ#vnaGh*j6$9V?1)O;6j2;}s0)-*W+iT12F+r-{4YFD?bcx!8GAfZ1|I@8H>ui~bJ%y_=08lGh_RaW4cU
hb3Gy47a_o{MsqsNSQjs(}dx0W(cVrYi=<{1B9_lr}E#ewkgmOv}N91*!+Z5}UKqCtwlid{BH#QR($A*`AMb2q$A-GQOK_x>7g
o_^v6n1d%XJ83f!kAciLNOZbH$Q;lj;chnl_SmTx~$ErqNz^*hlQKr`CKkMpXWU5*LV}i8)0nq?k&PDV}Kxj<SeG77N`ggbUgp
wVIdZ<;5?S2o>|^w%Y4jCdHc5OP6^Y6i;US@H^#O0(B-Yyy9e;KpJ^H%0-&71oBp7qNWQ`!O3^GCWtnY#KQy1V4t_ze|KS>VNZ
p6nRFY<q#D-_z#~ckvrw)%}qG}JX57gW>Xx}st^e}Bvnk`}YhQqW|{vT<{c?GtKfb=lCN;tlUxMy|H@9cIaBovT2&l@?HOBSdq
XH-r|s7;Vfjvp%-Q<UG*EXDtg<pZL|FTuczX#8WKxdPJr+^tOVsZE4$?oGQ@L1e2D$`#$M2p@qHhXee3vGG)(23?}g0Z%w$0g9
)Fb;>#!%1bj_PknrLJytrQB?8L+y;?v(E*~0j_MDinVDGl5lY7HcphoQ;?5EAq4rLz+cg*kT#=;axKvCM(2MIfK5B;&_VHf}JJ
g6nEJJnW0OkhZ{xB#2KYo;e19CY<YjT8Y#*{0xxI|Q}wyVo%7cRo?2qH_);Bw&%Wd=@9ywlgoYKx$ONa7d<IaTiKDBN78UZn4X
i$)+%8+?wZguE;%BNh<dnFQkmmM4(<#%VAvvZ>3i+U#gvQuv{!17M4mC{O2Qqh>sA2=8T91C+Rzr)TGYM7bDK{x{QTy2zKfL3z
t&DK}E9`3#&DHVAH~h;T<1Xrd=0_N<>N5>7(vU7Ek!M6t0HI`IAp9)}!{=6N%BSD>jSG$wE!Gn_JE;)tJ@_AcBEcyeJ{5g=9b=
g$T2s!Gh-aZ%Eu4cCg@^1DJe@(YpV+OX`D0^lFN#bi-v>M~M=5$IVJ6prK+Exa?zrgTo(O;EK3EXAV)x&m#B3U~%2pMC^$imsq
(h>fpu$@zO~$gKl*!uaa#4rhVTaGeuw5JxKN~>i*bd9F{lQyH{?1=BamI!>)IuA(%NplY`SdQ^$pbTQ^TzyGLrYY9J`8Zz?{J=
yOL=iBc+U3ussgt4IU&4~gpv{Ced_!jkWG25B8HDO{_}`chj)IbSQhp{WuZlVUPWaCNBdaqo~_av@md!_$AD7tDT{Wu3{v-bE<
WUgcgjXG<qzybuF7#!SoX5xFTAGJ=H!6Y&*DJo#yWX#oqW-$o1&ZJsCEK_H!3?Qh8Wacd?K59dCe;`3G~6nB>K&dHs7qsY9MH2
;cdD|#(?$cD{V!=4^&**s~A(B8JoNvvZ@>`9nuM%%1@89B5(0cf@X^dtrZDZ;qPsU&*MC>bkaN9IJNS<~-v@pKQi2F|wY%i<&_
%1&gPO%4M|_kUy~(vJk?gS_W}2@0_A)J67qo9>aeV2&YoCO#t!LcH!%J4!WBjI5jky=}&;a&R7XF|{vkUQ4?|qrhX0^QDJZs0(
N+Y2wE`Zp~M7<LmOEAlcI>V3%R^ncOh&^)?bD)$~vW+yjkcXj5n9ZLce}=LOj_dVe{yZt>R?kkil!uB?$&+D~3Dwea3Xo2oJ6;
H4-g>I>fwKrGFt10@8@mdLx&aw$2#%0SNnM>@<9IK?nNO5eV|K;YMG_5J$yYxJW(B|gGvBS_OzNLt7JU)%IfcHd~K^nh27YTv(
8y=GW(EG5zI;~+dA6oGNla<SDr)}|vY1)yp(sNLd3hoy*>^dNp-jLjnYhS5F3&4}<yp%0%&iKU0KroWoRSr#Tgh3bt9@X#$Y63
-RnuH=Hj4Q^+1j{?nQ00At3>4c=%f<ZU)a<C_t3buj@E1AD!zIr+vDo<m<XlJZfd96Ul^rmXa{T}iDV}}LY8+tKilB+=S)v;J(
DKbaCs&YZ3-9LYl-`uc;SsOo%=;<GB+oz!)S^>FcNr34r1v+4rzijU|c5hYH=}4IV(KjaK)INP}0W#8MLEB$KC0R^jTGXT?CYI
!D%MwwcqeW9%!vUFp%t$~9lOg9$saH5OfAuNzu*?r>^PhQswu^4{^>~;yBEm*#?39EmwT5F!y_nkm#>0yGr??aEd1cQ1ev8CAb
Ug5zR{@$#dSgA3@^IPV`nUJV?`RmxToK@!rBBc_*Sy0N0RJ^US;A;cYMu04Af6lO5!!@TvJAMWic>bgKg1*Yg7V~^WSsCRFf)(
G=>dNJTs0glLNhmcnllir6{KLC(P$Djl0%eB74??;U4?qo<MfJ=3KFm`8*TD)mdXjwZxgy@z?gnuCD*X$J{e#jz8O)(ua@AxK4
-%=`-P1_e+=_%ziIN;6OiCi&JF!h;|%P=naMnb2L3ehJ_(#f77hHt;8%pxkDkHF^U2x~Y+73y_2xJra%Wq3Qd!Sb)3awmqHKBO
rq|5ad@PCe6`=2*6?%#|UfAxb{@YYXePitQt7A!StmuR4J&s?m#skwI%+|yJ$;l6-&N7~aY|%j7STc9?OSkp_klJ9w+v63&=wZ
bN{@c|lkujd-;v|%+SF%4?gix>%ZW^vR7tdp{sKJp^ePRnnfFe3h-GAs4n7I?$!MD=Sb!9zeR5Z-jq<t4ZV7S3*mFN$lSO@&JD
ct|MGucPdqB8lFqaHiPawAt8B5t~q)xumtmc2f>zpJtMRIoQIDzE9wJw-3@hx{9QN;t`pLExFZiDHX-X802Kbx-leD2kXO5Od=
ZzK%iiL02<OeUkw3kc_rQgZ{O#!rg7!Xez}{;4C<K&JMy5Th4(t7W0C3ucC3{2m>}O&dsE$$K)xzbVAYI!l0aqPcRG{`;tU|?r
#GGdQ3M+phFSY8jP{}XY@<2swuiaNea*da{&mvnn&;?AdVQ}3COpUDGM~ZC?-5bA{L;6o}-3;0ko2jBOJBSI$%v<0r76MNDbvP
y$98UV?b#cfo|nad9Wb?SEreil;CfDE-*aIz4LZMgI9jAr`Tw1<Ug#kK>-Q`x*X6y!$5eO)U0WvI@CmSx^4sy$K;wnsB#d6SDU
=WFd+@-8krA^i<mo+;Ls3HA(!Yzf(sFI#ys<uNG=bHo<TVXk)1ITkP-3~hQ8HC{Sv;iy3@x|^*Fhx4)N;DZZo1<u|L|>cST_ZW
YzxJ#0I$jb}mKNlL1ATOf7@Ze5ljwT@#HiBZ$yj{t*bxbUw5eBybZ(H$~E+eKy}b!_*H&ge3!*qb-J9zKbAXv4dp_Tx+L|g}`x
i%FwOo(T~DZnqKoTOKM{@!}}MnxVei1KVR&Ywd}x?v2;hyeaEW8C_A@j6y^b{UNO8SKN0L<fR&J;eUw=o_G>YEPj3S*vsW<$Yi
%0mT*}bI!%&7jo<o;JAI!4X?}YxE;#CPEo)i2<_Qf^SOcc;j7p^dUrTiNHXiwsAL+=Em*L9*hU?kH9N;EGz+iC%(uHH(bD`F(5
T1biA7^q};#{&sJM+*$diBva^FkT9mt6SZtbYgAq@mFud?ONW-`_=J-1=3DQuoJrhHQGkhmuzyVFj56dFNEwrBUE<Y*L?J$O5A
t#|H(X=%Sx9nWhM(YD1+%Aq?ur~a91Sdk#mQ%0S}%v?behQe+T8eH!2YL_L1RKak_ja+USkO_m*uBF%riEH%J<m<ymL=gVP|Qa
Bg%Ndw}IJnxQO`Edt)-Cew7tX-+KFRJx0*fs9m-z&CXApb4h5KnA|8X*Ox7<8L69>+1(<B|>S}zW=yS0YjN|5=bSw5nPi!$Bgq
c#fN^XSuu1-!e0v-Et7K_AwSvc#7S0Vn~9*bhXeqXKBgrAcp#ns`~J&I9E`VXCTlJy_UImuJur1pzCdpCebWWq)q+75pNG0m_r
{%#!n>Y|WfJvB1PB4U(0Guaz6bB-q~=u0xQccGqg1Pr4Nc;JD?Z(HlQ+Hu^Vx;Wd7@P9?)xKlluP7QsYYcOZ7aPZj5pf#+-1Zo
Ri;-9jog<7G3vd1D@POIjZd4cLIVrDR0w+7`}n5p5PTh}pC3I@lg#?&SCpnl{)nVZ?&^-mQey5;onZ%rE8rl^!*SD1nyI?;Rwx
zf25uu34WY5p*<v$$F1F#^G(zu0lr3;I3;zNi{%O?eBRc(M^DLhEVXz$ZnISkID8N<nuTYMt)<`#4?||Md%Tgg!ht2LJ`0EIP<
ScB_U=dPFghqL=T<D#B&2^xoTF`|5gl|-svRR^9{lT5mB=&j(cHiu_Hm>eDoDwUDIysu>ic?;c&`(MpOM6vyF;~jBm8HU6B*85
}n}=IgvXJ>O0=;W$4`BVMBKl;c9OxXp<2|2H1<fi<dU+XvtP1rP(){@7)U+y<%6M5n*o$o2Yefa7A>wlQG+3!wu?iw0kAL^7<x
9a^?i_c$qs%OZcUnr6ae`6JF`7`h#3Pjq*K}%>wgscJ{ShcXQCTIj7!>#4$8OK_nO=%aX3O>1Fkefg^+frMS45&F&GlYlv?Q|a
;B%34Z-b8IL+gVZjb+&J1+xE7+nE?dlsuIc8combQ8scgsJm?@cmJBz{X6x_bD?;)@ZtvJZ@hnSxEi0M)xDwnCFCSs(LUTa%6i
+-15rpNJXzF1O8V<wiY4%F9F7)`UMZ7Dwbeom0pB8QXsag0m<)osoDA@^Fe`l`lf7b<jO=>p?gWQYXLaW9sx*`9J^R{XpSF(#o
rm%a(g_YRoLP8#-}vq3znG@5Fqk(?gcdZAH9s^q7&)Az0=kCVr7M|zPMJX|3&(}&7J9`*0hBL)hfo0EL4{!W2X^m~!!{fe;GEe
KVS2OdeGvo(X3CB4heup0xQMc3S{`2j8!Pe>K;mx@fb_)RIzr(iuP7Zh&X0B}smF$!LNDp>HP-dC68<ELmvQjP?un0~wBdd3jn
iJkvGa;&zASGRfFIFN@*Au52-CpC@UhMp5M+51BbuN2B%a{*C`}$M>Kts2cZ!ffdQYA~6U~pwGPc&Hw%O(Vn#o#~-adfBeIey>
{miMf`4+kLU)#%aq`+3=QI}qpFOgkFhJ$}%T(!TFYCzxmA01?$ON9;MxX`>n33OCkOH2_pXZn3c4H?bh_szZ%i=pDZ2Y}(V+{Z
YQ-hF_!4o~l#VpojV#Tu|R9hMB$k7NjB;~Sm9HSoDG`S>Rg!Ihz%I8H?&RPjw_*QTyho-|h4yfu-B6ngAZC}LKT-vHqxv4%1_6
b?$!Lkm9n8B;J4zhk+JI?Q0aK%uq(nQFYb7muiTrG3Km=6t-k96RQ-L<e35O(AbCAkrs|XWJfk%_M);Kmz`Z5}C~e)TkIPfSD9
}PR%FkNA;un2>ccx2YSGQAxn2b0^hlgFSvjPEBw36JHv3A3tLEfM|eL#vXl?$+hE*mBHCggHyq<N`a&eO@#@x}i@S%@G*u8_j|
_?zd99&z?##<(h~VZCDGzH-VuS>}8ib87Lb@vHZYd|nc#Bh@j~h(H5&xyXDoQ$p(d8gC``@F<OhK&^_lE#30=Tu>>r$-t*Xr*v
pr2~Gi>5~J>G}>Uk_M^}*cI?Q57;7c&Wyhv3uV>!X>2yv1?z#{VGUSc9LmqX_gvg>&8#<5=MjzAkXwYB0?jo8*(G1^^Y%*g<$S
l@K&u1MyKxy3Fe*+*X)iC&$Sw!vPAqf}<dV`0Us-WM6R30#V(6-;u`3SC*evR-Rv6BBIdxk|Q>Aj=5mwB#40aa`QX{ZEnJqc(t
glX~f@7B_V4ac@oWGpSaghIb?hgO?w{-L^ECm!{r{*p{F+(BiSv3v94Bpv=FJZXYjl(DV{=9wA73y5%_qfT^q@n>SSkXg-1AHM
=w_by`#v&D&AFE#wer%P)55>)+Q|7&>LS^w~VUo%aENZ?{Chpvx_O4sjNpMn^SX)T^W<~Ptw8`bk2X3D5M2QcQMCf(u7vrcs@$
cmAF%<N9vf90cR@J8sHr~@t;1;~SB?CM(&Wu=1c~&Z`tt8oLV=`O|jhsc!<if6yu>7FMy*H%?2PkPJgp_zrJ=t{F+Z?&)?*X6<
$c%qw^vR(GeT?*Zji)UM0kd5r5+=cC7MHTL`*@L!fs=gOT{TvHD~nEh=)xyG{N+?d#_aOSB<~Qk{gqhKz2n{KAJlA3+4tP88i)
Dt)+N<}8HZN8L7>VpNdB=YMQ(R=1~ft2oB-g#y8Q*Uvcm}k{}#Z1v6%=BOJB)|q3>UQe;R9KWm!w2X+eIA>E*EU(54Gwo4+sam
%O3<#?XblE9s<z*{y6uB+D+SujYb?@FcB=*2>ujV@1-+?l-py!KwJ*Wl5bdaa0<)60CQ{C&5>yRa$p@Ow?Y;ZKo`K?<haGr^ec
$K*9-5L(lW-pWu4&<QvAp-7TW`Pxzv?%Xn~?5Akl5-D0iT;V2sNvUeu&?WT}!%*W*M{dUoEbK816zOZuo5;O28sl1)=#k2S8eR
7Dd!oa8@6JXfOw7Ijps*Y(nn|j}<V>93(>nY_+lx2A|dW<(Q(EdX9i-H@;#O*kQDMNPI=j;RglICsox$hvzn~X}cUjJCLl-VLr
f>%qhca}?*dpY`IK5pGM@?B3^PylhQ)TG0+r-rAe<~e;I^YG%*#Gr>9c1<rQSu+oy6OKDIZgX(L(W>@@qK&+5gI}I7RYH1)h^y
HQBqvvMTu^ASG0mlon-0TCv>e_~X!NCEu4AUjt)#*>zN|?51>{iG&Az`9{3Buf!TJ6<gv(Dm@7X`fW~J-L%DpKF-p6w}G2O4(3
m}i+Xa)K18eF*!H`Gdh&lk^ST3u|lB7w+Va~t<5=>*IwE<o-mqwt8s*=KY><G)^tECFFg5JC}1nmJPFIdu~BJTbOC!6I_qPW}>
LM}<u^Ibt>iCu0&CfMj93ylX_505Alzaf`oZH?LPu0Wq>B7tDZRZe+ixq5hwpDYkuP{VvmaIf#4=m=JG1Gp(}YI~gtdZu2I~dO
0{$9~Aa$YBvc<&7FK>^F#hU99cnGZ^CO3>P`9vxu_xvQ^lC-UqkB6Qi4m0{QN62x|NmGDs^}gsOMHVW%FM3r?Psn_|@G4Ubz^2
E(5C*q^?$4&Ufhgr84MV4I)Y$yz2ZHT{uvVTsnYjS7M81d)9Dqa-6M5&+TU6w|4*<XwfgnAfiu5*oBa>>kHQ2D`O}Z6)Vg=$D=
)(3+=A^RI_WOlAUnxf5j=9#c+Iah~||~hlmDEezr8+CUIXWpqWWz7`SeAM_ec_TnE`d4)iu-uNe`YB^#8s<cjwfL#|^1Xcjb+p
$DC%LOY~74>{jkK8=dyI|<lm9r31Tv5b$`!Hdcg<(39N@NZ?}nB6&%#3V>cW+YRwu9G}?OKsN)CWj#=%&0CMA{+tu8Ae22SFof
okjz}5^`-{JweAL5r&;6oeIVOU@_ldO@vv&=EOQVB!?zq)3KT;ZQ0qT<jtIBs(ES~H8`qcPsZq2g<b;)z1XreOdLHu@+f|%Y>C
$bi=~?a$iCYQ`Vw!QT2PvzL(uR{Ug-gmo`6|>6Yw^Fltbett8>P_Hy3vQBhxoT0d_cY~$q}Y;>CBD=;0(|o69V#IKF-*O-gm$}
K43$QeK%v$J{ELr&;S86i`=oM=a{&z+=kM06c!-xs;L%wy`_ceD9rZ@{FDwTM*QbQ3be43dHFIz`b8nXDFbt{<=<P}kifZqA1t
S9KaA6K+h>+vTPq=KWz7##heke@x+3HBU0j!jFR9kZC0KLyf;1v?{@ry{ZaGz=iXT~9qljEz)&sRo65kc`8Z3y{L_#650|vyt(
&c`w_CdGd@3w4zBpAu5p|Iidoch`M=){r$#QWOA_rRvwDn;3Mr=Du}zlS(Wz^Rxnk7`9bv_g&Z?!JTNj3>nNm=d^r_Dirgot1B
wI<3*i(`H~u-Se{<Z$w>o?12c|OF6-AYCwg>T)+c@Jcr2x7+DgpfxfOx5n8bT7~XMyiD~4hy&%iB0xou7$k{Mf+O2<Z3B3<hWi
_f>SG@E7i!hQhqO5QOs)DR6?RCA(7;6(EXkc2gu#Sz0K+@zlGPYKgpc_|u8=6^ACdwx!sY4|&6fEy~LoOT;wHa!#%1R7cLQ5J`
U3!uvzVx<hfmZ#<0%`675+ft;F9!kIOMw|VP@bj^Ey0(@deIse40~KnON1wuL1YX3vr*I=uaVN0WpatD?C>Dww&JH8Z8Qs*rk?
0~#Atn)8bd>cw{8y_zAN&0diAv#{VOzBMee^9o~y7dKr|fqTFeg<RGtDHHB2CGy4w48KguNYDJSs-9?=YpKu}fOJd4?4S98+yM
Kb4zSOeWrg&V(BwhOc;bXV!g@qeG&0Ew)<Z77Yy#D?IDRnNQa2UbhBlrWHX4sR~Fnvqvdkk#OFGf@*0oPLKASvhHTG~oTwRqmq
%84*`y&o)6}aurnmUiP~ZY6UpU@4;UZ0s9VX!kC*jt+@0|3iltwjCR~yoxw<_o3(yF2Oatw<pimWqO>&Y`D3R?X0IAhEToq-IU
H#7GVo~P_4+MG-`?6-GjZGw2a_3tgmwzHA{&zfp@r_8Ey>rzBsGj&e?4t2B=ZVvtCU4PrE299a$Jf%lbJ8foIr&CRG?hf%F=fS
4-SLa#PNgmJXUE3X6#)#?AH0pFhv)<IYG>So&Xt^1jqTcf7sxaESjQtI${_Z1Cmi@S-T~}s@-f~_ip%TBC>FfxI0g|R{H~@e6-
XY&*%1^C{$Zxebv<rcP;5(X7PZTfXMLZqBZdE`{nzi!Ad^`tk9!DPX}n-4R=uh?IwcGvP%LKu`lshaJUdVg@~lz@E?=HN&iWVq
tWpjQ2OnI6`<cED64PlY!rQbPH<be51E*C*`RGn#0C*bRbC&ZJT!nCQXRKvmcIC=FaXaLeQox9Yk`(UELD#5ztM*eLvG~yCCqk
+8)THq6-M`;+&8zL(?IE|vVTee5ALmEVElYFX}4HKQ|p;jJtnE#FgbyBzXC9y#(hjHqbY{WZgjJy;iZaa<Jl-xB0>d-CBa9EY@
LiPpuj_WyF%6^;+jneme|3|?yghPab2rdwrueN_6?Mk0KcJernm?QcjC$QiqyYNr~7C}J0OgbxOtj@Re&YjkB*GJ@yZ}GNGBGz
qY`Zgqe0?O`&LKM>6{WpSHv2$b$T2D^FeQ+j^~V81D)MDeeab#GP_p_D?q{oNMj#Siv(=bZ9w<()a&Gu-4}}unbRDq#&<YS7S_
={VkmN8#7WRt;#UX}`_re7yxoRFGq^H`MmCH_mK0NN>PFYdj@`8&>UskWq5YGXhAeE)f>)-?nWk3@%SR@Jxv&}Ze3iB{<YfQi^
0Uho_m@7=VHn(#v@|gz821*7LXoqD*qtbIXnf}Y6K@qJ2kG!gk^F{jodSPwFVrZjbs*pfoU}5+oQDxfgs;thkN_Z&v8M$}#Yiy
vfQ#g#ud0?=;}_WQc=k9qh?8LZ`eED8j<k*S%(WX^vjg_|NPVQm!SJ83?X}vxanc?rlda)jIGRB4sm$<^>R!ZqC}9|@*Uz4}7q
6I(#A6e$p6i|oRjoI<Sa)6m0X@|l2U|JJRo*3VUkRynH}YPM2;X|Wdwq2#z>ndtkL(X6$X!0Tmf~&{Ylff?i&qG|L`p#7E|ZIK
>M<FYiOSnaaR2M6=wIMR#%~dNLo%RbYHKL$=u0K>Aq>f9pF(3)iV0*RV{oWmAD7DDW1^Yf%={%V6W9FhqM5pbA6+x?yHH(CM>(
h}Z5G!KH}o5l1-fd(VFf;1qYLKo0?n=4>+VROwl7h>KR83`UhXqqWapJYtAg)9xVd!{Ho@?YP6-wEOptq%{^i$Yrg-nQh>Kg!o
;ODkW*kY5K>>^GL6<|&EF`=6*@zG3NE*q-v}mL|WCQcT${ZS@@)LOnjOE8bwK6#g?&evWN+X*TwJJ?S)}8<!fuIWKa=CHOTP{V
sj0H}yX3Oi8k0jZV3Cn3kcF9LuU}4FqD1THE??KgEka~aU*b4cg*o0$?J48Bfvdz6~f~4_))D8jWf|H&vm^g=ikFggAozGr=V1
%1t{#-TaDCE6e3oVjz`R)&c668J@2+p&FN+R|Ph|?$LgzL96oq%JNTjKeuZ(Uv|4!=VFr8j)z8p>P%DJ#AeT-d~Zo2qyB$40>(
+Kb%$8zSp1-FMx3-Bw^b2OWKi()i=TRdS}X+(P=^Xd<rvQ7*qP;JFM7SLr^`Z2Rma|8nf#kXWAWdG+m}=^HCTlTpw@%D$G}+!L
Xhuuo06Wl6AcC@PV?Gx!V+ibR7>m~P4lu0%Qd_Mms58rM^25F+rb+DY+vP5;qLIm^UI4LBE@FXQ^?d{8V;$5E=0N5tzKXm-<gN
W-F@zL|8O73@tH(tyupkQK+?_Im?WvV}G|nu+<fr+0!{Y$@u4!xGZ|sf4UDenv>35PA4nit2;aq#v9LXmuO6k~}YV+x3OQv;J{
)<MFEb-=M)v_0623?49%n#CKzraeDCh`_O_aWG_9Vma@ZnS8_#HawzsME`5+|3EaDb@0>m;{Y5{m9C)$0rZ~B4IUSS>nGK%$=!
w*N#}9+m>X<i0sk@B0)rKGw(`Ah?r3;irXjQ;eP8dkorUjalgBMffPTsJzmr=t3-TvT6r#uS4zq|<RVfjmt9t$whG%7_#mCLBw
;?pLYrEF|1V4mQ&N-_hed`EX#kj$JAIiC@X7H9tMx1X2<Q8ns?%2WnfagVi$kHxK$hEeO`wWnQ_pQ^7DcGd>FlO%37O)%Nua3i
mFbYVG3`9kE$me{r%e?DN6uQK2)rGE_N4E`{=Wbeq8dxcv59%m-%Mgxi^ml4kNT__?>3G+l5i<6TsXBV3;2S^VI#kUF)Tus%@t
p#fB^oleR*hk6L$62W@$b^PJpZo3${9N_+%=o|cRmkb<_eguP>j~*dIOij}H}0OUODX0TyqpNM&@iGH$^IM<&{{lM$vsRCCQp&
C)5=!J4`W!i8Up`skh3Ae681xOBlsGEZ(>Lh5*j~55ugej5E-FhM;fQyTE|>Tj4inpZIkP0BSo=f>&s$CkeZ<1b&!yq0|H)Ldt
qi7>HY=04u_FM4L@?R0MGN!ZO8i(<z}XzO2Gf@4R!HXUg%cyRptNaB?oXkcMi@}qty@D&3Y&IhiJMl3`1lwYU<Zn9NzX&`Pkvo
orAZ7&yO;*kc;PLm1u**dCxszY&y$1)3PPgHlMxpca96!RAzK@eV~l+WZ04Z$B~WFpfmT$vQcEHclP&Sr`E=-Uim_Hh2#_I*n{
Kan;oj2w-o-=<bEdl%3yyWHFrJ1b`|LW4%t!*^gNYU$zH?d*N)^fd+ZXZZd5U)NrDz$(Jvx!qGobNXN?VwT*8BC3sc-Mvq%H?=
>{W<N?4{7!%_Ug!8+nD*Rs5HdaIhT)oyn@DZ`t>z}b?Z|1|n*^R6u8svZr~T$2ZvQx*si*35FF`+12Fh;&a9At>ELU#5Y57qvA
cDBCTmVcb7>OrlUL-%y>I`+9R(;;Kyg<}dGiW4Z{J!Pd;HI-BP)5c4bwKBIU5-zREii&sn*N@z1SdQg!Ni|wF~%Z1p4E({y87#
Y_I3;zZY!+}#q=gX60ER^mE4m&d1$OWG*VvR0smt7N-H7!{lc`=t*>^S>n(oo1TIsBpd)|zfjBP@;Rd`9w`c|-Sq#4xa4qlM17
yNmMOX7neXeaM#NeLuWH)cuWI8?b0)mR&7c;CZqd@DQrKHlIW(KpTBoGB1z5`zs9hp<22P&*(kQ20UN=6M$m(DlvLpSuxBw%PN
uDtfTtxx9W}F)dyzd0g6?HyGvPoY~R&yj;p{`Nb`lqm6Aa&Rp0=81!Z3AgU_9v?4nl0-be)tyYO&W_|c0E9&^$Pz!oJr*y!5@A
0qby$U&GC9iGjtA;I}CYQlL$dE%+r5J|tUK7Jdym$MLq(UFx+SXc@k0-+A7t=X!8MfV5GJF7`D8uBCAGu7@y6lDcaj%88xlRWl
18VRVR#Tccp#Qba^xB^921s79qVPP4OJ%9*Hs@?5=%Wqun;ndr^y`O^sOf6M5GG0Cq9}}Al5=<7Ct38Y~>$xSmRUT~<L-j&{zp
QrpKyLhjz`Mg8R`3f;Eb*0|C))2cfZ1+g>N`l51TLmMyyMNE0BOvbQQjHGy}MN}XO&ZwfiptjkkLEi`LFUADB<8RD;9#DvUX!Q
Ww33YlB;>gOjuiOF2@hn51z6UHOUTsf0(<%+3ULUaxP3!3kL<WL3m&iNM*G%R||21+s=11q&6zbJ12F1_!o9uKX6pmr}k|{gJ)
X>nl{fN&3m5Q(D=OfI=D>`R$%3V*2Qi{iaAp?hURI5zb-U3WPP=%<dmo6+(k(6hV4JNu>>8gDl;DX1j%<q@z1gTTF*4E6byrne
)<g^`#hT&!YhK5JfW(D7+jA#-bx;3WuJ|GP1hCw35JkKn8$0aeoRDPz>4#18t6Ks!(26CMvA*EL4?oH%h!%~?WMpS*X3X)L9*F
VX17%&?PO!ZeICn|^Js9Kc{xCcP9@9bg}>vb#2y>4Oj5WdfhW0KPl@_Z48bqs9S@Gq%_SkM&K*q)oXpO<8mNQ#U~CJ>0C<kgt2
p0%<?U)XJh421l!Tc3lBJ1W=2G){(D7wLBTr)mFx|wRSvwNP3!f9;k?6Ei6C3xp!p`^hr3tK-vdINGvVew1$>*m{A}f@~wL1>w
0~Q{23ofH>^|5$QXG=T~xdW}(1cJ$Cl@9<f8cFqzVS4x$+TyxS<6tUgW<6gmx+~^r$F2-g7j1YajZ3f4m$a{Sw>tJr?cYQnHrX
tCAJD5-U8b4;D%Goj!~M8)K;SSS{F+TC(wPWs1M&sKjTo>gN%vaod+*<vAJTcO2px`?l=}e@oMgxlCKr;ASOe9W*`nqaNiYGSS
+js72BY|;|1KdA_lkwQE5)T>c2=Tq%fOxckT}ykal5LyE=~L6m@g-*zxIZ_kJaOhzdi4jPx*gQdHw8D<)Zx7>De32+H?*o>&`Z
;@A5Jwq%T3N>tO)Bq}DE9$A~5-NUxr+g4Sb1vLU(}+3*^MXrP?a`w?D__fxxOlEQx1uhtI`W&j7XT%i{G6}{DvEy)_cXh6?4>$
X}8Gy`44N=>99ff`m1Oc3ntw*?#<k#eQT!U?OTON#Z+3&wRXsB&tYnqX2B^MAdgIW61MDMsB}1~HbJ&IAo=G7MGA`A1PIcQVX&
!QxyaTB#m3-zEgwyHR8+oPVesb;gK6r@hZR$b!48%}w~V-?A+@gTxa|@>;Qdb3p(mT9)LG4w5pS&2_+b2J)Kev#?bj^M{{jwzw
mH=-w9pcBMHsm-uS6h)gHMmI~g36WFbYlIn6+$J#0UL8aZQj3({6ju-Rhc9dxNeMax2q6?mMB>f@<UZRVGq1s*Gp#ro#(J<EWM
9P%Zim@bF0>~9Pu@;Q{E8l#li1L%xmq7dec?FV<9@(HSJdqLJT5me|yL_EQ`jD0WRXwEYPMuq^_1@Wuzhc6tM(94_E$%5|18*1
^$c%c&6zYh!(aB9Lyb@4Q?Bx)L(pgUU0>x+j)ztWz=q8JQyRNp6Bn|dQ27`5VPA<rmGL+f!v>!8{Rt+lVAsz|IUiE$j(YB4<pY
8q64tS-nE}ap+G5I$9iLU<oQAf%4JJqs#=0;k}FiB)K_#xkf7C_MH-%suTAqS&hc4XAg5b3q5e%9)$=e;6G-$l4@07$)R@T?;#
HxWD8PR57sZm2mdhoK@bYY9aVRE2IAfY`KZCTD9s<<i#TGbqD|5Qr|?d%PJIFT*|5-L&b!vIA{DHQ=ABAyJt-t{Js~ZaZwJZ0Q
N6YkbJfk$O1qUWL#IUa0Wj66`i!n{8h#08z0KU!Pfs+Cyk}flmsf3{=c%5EV2Sb{fm52e{e=IN3l?h)^v~xcR}Lx9lV{QA`TK$
tBqZI5G;@zFWsYjj3u|gvQT6SV8zxJ4IsFS_&^MVGQbFP2zy3mjpR%l6>n)4A_KtayBn5`D>O+wVDh(>gLzEouMy$U<w@>l%%1
#fwsA|!+^&C+oKpco|t!)ayvM~xr-742a`)b-*XU=1W>Hv0!Qsp+D=B6GIp#6ym>|<C5i012r?~L5jx2T9oU`Fo*2;T8b&)bi<
_Uf#cZP-BaYk3Hx08uVzt?|&>D_h!@xy%w2KLxI7!H{y~B?Bmb2pq8;~pzYmy6o;OX^XEND7s`r@Q46k3HX9YCUafTVOq<w_w5
HpMo@s<$%(zvO;(v7A){(8rA3Yw6ke#F6w9MbwmRDfP78gDHL-zy{JbqTL~mv#x#6!V}yl@Ud{{`;W}W#~*AtO!&d?znnEN2AY
I_jIFt>jLtnbXC|)`72>vaiI_$n^hysYSyf5HhD$E}7v7@?`E<0j8F~GqtZpX#%0qOZSDew#c?%h0!0LLLc;Nx02|rJ|3XcM&H
5thB;QxY%LYd167BP0LhIpTP{Bg~7YR>k%084lO-_eh4lYlRSpJmy%vi!3jsG7Dzm82V2>y{Qle3md}Q-V^yQn=$?gHO=uE>7~
2^y4*c**~Kx+dq<7jT;g{nA!D7(pk|$H-}Ky>qb0=D8o$%;G4=sIQYrJ?+1NCzl*$tD)fRSye+hb(K5$ZIBVx<_Ra$Ce)5a|5E
ARQ$UsU&U|wJ{x5xJwbbB;GB?+jXb0)TJX$$wOaO2mwCg<Dl;mp=k+3znrGO2{YuU8kZ5HNe0xvgI~9}D;D0kMl^!x7*!=iQPc
?Y}>x(t_wZFMuQ!it|==W`GFhOlczqKX+v8D42d8n0j_S==i$}n^J<B;QIh~K!+V`Uprf)WZ3)Uu*1~jC(jmaDaVvC&OLaGBp%
YnOV<VXM;Bql^I$Y~m>@l|DbU9yP9YAqGFLahiI!E;rU4Y&EgO9G5S+=F5(xt&>m<DjsjSyANeL46PGF5^SyJ}N-n9CB*Sa{NG
qgAxO`eHq`r4f<3F0%ib05ovz!+$ivLsgl@Zf~Ys(Iv0UC*bXAx~*RA8XWMX8N#(vi9`x3A7#R!eht3)z9Q9xh?;K{02)l95a#
`(niwJh7|d;HLVlJ7eO$2`e6OOZ#B_xGjEoP5iyU}@v6$dr)bsYw+je^4lRsBjEUkBwRh0Di)1sI9#Ny_;=+wSq@AYtPXZu)?D
G6PnoIW2Gb|1LcS{qyazr{ONZ}`{Yl2CdM8&H(4xOfsZ%_5!^QKF#8XZbO{MTsUViU!;DHffaTf~2BnY@i`r%wt$)14nai5nq#
B%V92Wo3?k9CFJdcIv(a|6+6?SjVKh^%n&4WlZj0)t`&^@(LD1PPE}`0^(IAG#N@eq~c*>Xbqzm`R&N~kD0A6bnqwjgsM1Zp2F
RcENTNq8}Ev76kE}g*E3V5?0G7k>RUcG%TkNB%DPE-Q;HcfXFrkDeo+CVjM1|I)PbcB)<|l!00Eq{0>zLAxbxmDvBYQl0ssI20
0dcD
"""
