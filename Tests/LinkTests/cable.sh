# Makes a second network with a cable to it, without other members.
# Scripts that run inside `unshare --net` source it. If the network cannot be made, only the private loopback remains.
# FOLDER receives error messages. Afterwards $form is cable or loopback, and $other a process that holds the second
# network until it is ended; $other is empty with loopback.
PATH=$PATH:/usr/sbin:/sbin
other=
lay_cable() {
  unshare --net sleep 600 &
  other=$!
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(readlink /proc/$other/ns/net)" = "$(readlink /proc/self/ns/net)" ] || break
    sleep 0.05
  done
  ip link add gf0 type veth peer name gf1 netns $other &&
    ip addr add 10.77.0.1/24 dev gf0 && ip link set gf0 up &&
    nsenter --target $other --net ip addr add 10.77.0.2/24 dev gf1 && nsenter --target $other --net ip link set gf1 up
}
make_networks() {
  ip link set lo up
  if lay_cable 2>"$1/refused"; then
    form=cable
  else
    [ -z "$other" ] || kill "$other" 2>/dev/null || true
    form=loopback other=
  fi
}
