#!/usr/bin/env bash
# Makes CACHE/ARCH/{modules,initrd.zst}: kernel modules and first stage.   usage: boot.sh ARCH
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/image/parts.sh
. scripts/image/parts.sh
# shellcheck source=lab/vm/image-parts.sh
. lab/vm/image-parts.sh
arch=$1 out=$cache/$1 release=$(cat "$cache/$1/release")
wanted=$(recipe "$release" "$SOURCE_DATE_EPOCH" "$(cat scripts/image/boot.sh deploy/image/first-stage deploy/image/tryboot/*)" "$(cat "$out/fetched")")
[ "$(cat "$out/boot.done" 2>/dev/null)" != "$wanted" ] || exit 0
rm -rf "$out"/{modules,initrd}
mkdir -p "$out/modules/lib/modules" "$out/initrd"
tree=$(modules_of "$arch" "$release")
cp -a "$tree" "$out/modules/lib/modules/"
to=$out/modules/lib/modules/$release
rm -rf "$to"/{dtb,vmlinuz,config,System.map,build,source}
# Modules of hardware that a box lacks: graphics cards, servers' networks and disks, laptops' parts, file systems of
# servers.
[ -n "${ALL_MODULES:-}" ] || (
  cd "$to/kernel"
  rm -rf drivers/gpu/drm/{amd,i915,nouveau,radeon,xe,msm,mediatek,rockchip,tegra,exynos,vmwgfx,gma500,ast,mgag200,imx,meson,sun4i,etnaviv,panfrost,panthor,lima,hisilicon,nova,arm,stm,xlnx,tidss,rcar-du,renesas}
  rm -rf drivers/net/ethernet/{mellanox,chelsio,broadcom/bnx*,broadcom/tg3*,broadcom/cnic*,qlogic,cavium,marvell/octeon*,sfc,netronome,huawei,hisilicon,emulex,brocade,cisco,amazon,google,microsoft,pensando,fungible,aquantia,freescale,mediatek,ti,wangxun,sun,stmicro,qualcomm}
  rm -rf drivers/net/ethernet/intel/{ice,i40e,iavf,fm10k,ixgbe,ixgbevf,igbvf,idpf}
  rm -rf drivers/infiniband drivers/scsi/{lpfc,qla*,mpt3sas,megaraid,aacraid,bfa,be2iscsi,smartpqi,mpi3mr,hisi_sas,bnx2*,cxgbi,pm8001,isci,elx,fnic,snic,csiostor}
  rm -rf drivers/net/wireless/{ath,intel,marvell,mediatek,realtek,ralink,rsi,ti,quantenna,st,silabs,purelifi,zydas,microchip} drivers/net/{can,wwan,fddi,hamradio,arcnet,ieee802154,wan}
  rm -rf drivers/{mtd,edac,iio,isdn,accel,fpga,crypto,vfio,xen,thunderbolt,platform/x86,platform/surface,comedi,target,nvdimm,ntb,cxl,staging/media,power/supply,soundwire,hv}
  rm -rf drivers/media/{dvb-frontends,dvb-core,tuners,pci,platform/{qcom,mediatek,rockchip,samsung,ti,nxp,sunxi,st,ti-vpe,amphion,chips-media,verisilicon,renesas},usb/dvb*,firewire,rc}
  rm -rf fs/{btrfs,xfs,ocfs2,gfs2,f2fs,jfs,reiserfs,ceph,nfs,nfsd,smb,cifs,afs,9p,orangefs,ubifs,bcachefs,nilfs2,coda,dlm,lockd}
  rm -rf net/{sctp,tipc,batman-adv,rds,ceph,dccp,openvswitch,sunrpc,ax25,atm,can,9p,nfc,ieee802154,mac802154,6lowpan,netrom,rose,lapb,x25,smc,iucv,mpls,mptcp,vmw_vsock}
  rm -rf sound/soc/{qcom,mediatek,tegra,rockchip,samsung,fsl,sof,intel,amd,sunxi,ti,meson,sprd,uniphier,loongson,renesas,starfive,xilinx,hisilicon}
  [ "$arch" = amd64 ] || rm -rf sound/pci
)
if [ "$arch" = arm64 ] && ! of_raspberry_pi "$release"; then
  # Debian's kernels cannot tell a Pi's firmware to start its other slot. Raspberry Pi's can.
  scripts/image/tryboot.sh
  install -D -m 644 "$out/gf_tryboot.ko" "$to/updates/gf_tryboot.ko"
fi
depmod -b "$out/modules" "$release"

# is_there MODULE FOLDER: whether the module is in the folder, or in the kernel itself.
is_there() { grep -q "/$1\.ko" "$to/modules.builtin" || [ -n "$(find "$2" -name "$1.ko*" -o -name "*-$1.ko")" ]; }
elsewhere="another kernel's modules have other names; mend scripts/image/boot.sh"
if of_raspberry_pi "$release"; then elsewhere="take a later kernel of Raspberry Pi, 6.12.43 at least"; fi

# The first stage's modules find the card, the root and the data.
names="virtio_pci virtio_blk virtio_mmio erofs ext4 crc32c_generic overlay vfat nls_cp437 nls_ascii nls_utf8 nls_iso8859-1"
case $arch in
  amd64) names+=" ahci sd_mod nvme xhci-pci usb-storage uas" ;;
  arm64) names+=" sdhci-iproc sdhci-brcmstb mmc_block xhci-pci usb-storage uas bcm2835_wdt gpio-regulator" ;;
esac
busybox=$(find "$out/static" -path '*/bin/busybox' -type f)
[ -n "$busybox" ] || fail "Debian's busybox-static has no busybox: look into $out/static"
# shellcheck disable=SC2086
first_stage "$release" "$out/modules" "$busybox" deploy/image/first-stage "$out/initrd" $names
find "$out/initrd" -name '*.ko.xz' -exec xz -d {} +
for name in erofs ext4 overlay vfat; do
  is_there "$name" "$out/initrd/lib" || fail "the kernel $release has no module $name: $elsewhere"
done
is_there dm-verity "$to" || fail "the kernel $release has no module dm-verity, which updates need: $elsewhere"
install -m 755 "$(find "$out/static" -name e2fsck.static -type f | head -n 1)" "$out/initrd/bin/e2fsck"
# cpio takes the names in this order. It takes no inode number or time of this machine.
find "$out/initrd" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
(cd "$out/initrd" && find . | sort | cpio -o -H newc -R 0:0 --reproducible 2>/dev/null) | zstd -q -19 -f -o "$out/initrd.zst"
echo "$wanted" >"$out/boot.done"
say "modules $(du -sm "$out/modules" | cut -f1) MB, first stage $(du -k "$out/initrd.zst" | cut -f1) kB"
